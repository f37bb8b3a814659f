package io.github.leaderelection.internal.application;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Tells that the JVM ends, at the moment at which it begins to. The application learns of
 * it some milliseconds later, from a hook that runs beside this one.
 */
public final class TerminationHook {

	private static final String THREAD = "leader-election-termination";

	/** A hand-over to a process on the same machine takes less. */
	private static final long GIVES_WAY_MILLIS = 50;

	private final AtomicReference<@Nullable Thread> registered = new AtomicReference<>();

	private final Hooks hooks;

	private TerminationHook(Hooks hooks) {
		this.hooks = hooks;
	}

	/** One that tells nothing. */
	public static TerminationHook none() {
		return new TerminationHook(new Hooks() {

			@Override
			public void add(Thread hook) {
				// nobody starts it
			}

			@Override
			public void remove(Thread hook) {
				// it was not added
			}

			@Override
			public void pause(long millis) {
				// it does not know of an end
			}

		});
	}

	/** One that the JVM runs. */
	public static TerminationHook ofRuntime() {
		Runtime runtime = Runtime.getRuntime();
		return of(new Hooks() {

			@Override
			public void add(Thread hook) {
				runtime.addShutdownHook(hook);
			}

			@Override
			public void remove(Thread hook) {
				runtime.removeShutdownHook(hook);
			}

			@Override
			public void pause(long millis) {
				try {
					Thread.sleep(millis);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}

		});
	}

	static TerminationHook of(Hooks hooks) {
		return new TerminationHook(hooks);
	}

	/** Has something run once the JVM ends. It must not block. */
	void register(Runnable action) {
		Thread hook = new Thread(action, THREAD);
		if (this.registered.compareAndSet(null, hook)) {
			try {
				this.hooks.add(hook);
			}
			catch (IllegalStateException ex) {
				// the JVM ends already, and whoever does that closes the context
				this.registered.set(null);
			}
		}
	}

	/** Has nothing run any more, unless the JVM ends already. */
	void remove() {
		Thread hook = this.registered.getAndSet(null);
		if (hook != null) {
			try {
				this.hooks.remove(hook);
			}
			catch (IllegalStateException ex) {
				// it runs, or has run
			}
		}
	}

	/**
	 * Waits for a moment if the JVM ends: what else it does as it ends would keep the
	 * processors from a next leader on the same machine.
	 */
	void giveWay() {
		Thread probe = new Thread(() -> {
		}, THREAD);
		try {
			this.hooks.add(probe);
			this.hooks.remove(probe);
		}
		catch (IllegalStateException ex) {
			this.hooks.pause(GIVES_WAY_MILLIS);
		}
	}

	/**
	 * What a JVM runs as it ends.
	 */
	interface Hooks {

		/**
		 * Adds one.
		 * @throws IllegalStateException if the JVM ends already
		 */
		void add(Thread hook);

		/**
		 * Removes one.
		 * @throws IllegalStateException if the JVM ends already
		 */
		void remove(Thread hook);

		/** Has the calling thread wait. */
		void pause(long millis);

	}

}
