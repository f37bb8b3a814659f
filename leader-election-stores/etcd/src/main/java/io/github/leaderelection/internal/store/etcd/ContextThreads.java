package io.github.leaderelection.internal.store.etcd;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.Context;

/**
 * The threads on which the store's own client sends. What is sent there keeps the context
 * of whoever asked, and so ends with its deadline: the client itself can call nothing
 * back.
 */
final class ContextThreads extends ThreadPoolExecutor {

	private static final long IDLE_SECONDS = 30;

	ContextThreads() {
		super(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named());
	}

	static ThreadFactory named() {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, "leader-election-etcd-" + number.incrementAndGet());
			thread.setDaemon(true);
			// The class loader of whoever asked first may be one that is to be unloaded.
			thread.setContextClassLoader(ContextThreads.class.getClassLoader());
			return thread;
		};
	}

	@Override
	public void execute(Runnable task) {
		super.execute(Context.current().wrap(task));
	}

}
