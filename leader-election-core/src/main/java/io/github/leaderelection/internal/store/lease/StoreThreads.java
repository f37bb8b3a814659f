package io.github.leaderelection.internal.store.lease;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a store, numbered. None keeps its process alive.
 */
public final class StoreThreads implements ThreadFactory {

	private final AtomicInteger number = new AtomicInteger();

	private final String store;

	private final ClassLoader loader;

	/**
	 * Creates threads.
	 * @param store what the store is called in their names
	 * @param owner its class: the class loader of whoever asked first may be one that is
	 * to be unloaded
	 */
	public StoreThreads(String store, Class<?> owner) {
		this.store = store;
		this.loader = owner.getClassLoader();
	}

	@Override
	public Thread newThread(Runnable task) {
		Thread thread = new Thread(task, "leader-election-" + this.store + "-" + this.number.incrementAndGet());
		thread.setDaemon(true);
		thread.setContextClassLoader(this.loader);
		return thread;
	}

}
