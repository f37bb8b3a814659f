package io.github.leaderelection.internal.transport.link;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine lets a thread wait that wants to run now and then.
 */
final class Pauses implements AutoCloseable {

	private static final long STEP_NANOS = Duration.ofMillis(10).toNanos();

	private final Thread thread = new Thread(this::measure, "pauses");

	private volatile long longestNanos;

	private volatile boolean over;

	Pauses() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void measure() {
		long before = System.nanoTime();
		while (!this.over) {
			LockSupport.parkNanos(STEP_NANOS);
			long now = System.nanoTime();
			this.longestNanos = Math.max(this.longestNanos, now - before);
			before = now;
		}
	}

	/** Whether a pause was long enough to break a limit of the transport. */
	boolean mayHaveEndedLinks() {
		return this.longestNanos > Duration.ofMillis(500).toNanos();
	}

	@Override
	public void close() {
		this.over = true;
	}

}
