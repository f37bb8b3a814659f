package io.github.leaderelection.internal.transport.link;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine lets a thread wait that wants to run now and then.
 */
public final class Pauses implements AutoCloseable {

	private static final long STEP_NANOS = Duration.ofMillis(10).toNanos();

	private final Thread thread = new Thread(this::measure, "pauses");

	private volatile long longestNanos;

	private volatile long lastNanos = System.nanoTime();

	private volatile boolean over;

	public Pauses() {
		this.thread.setDaemon(true);
		this.thread.start();
	}

	private void measure() {
		while (!this.over) {
			LockSupport.parkNanos(STEP_NANOS);
			long now = System.nanoTime();
			this.longestNanos = Math.max(this.longestNanos, now - this.lastNanos);
			this.lastNanos = now;
		}
	}

	/**
	 * Whether a pause was long enough to break a limit of the transport. Asked behind
	 * what a pause may have ended, as it may not be over for the thread that measures.
	 */
	public boolean mayHaveEndedLinks() {
		long present = System.nanoTime() - this.lastNanos;
		return Math.max(this.longestNanos, present) > Duration.ofMillis(500).toNanos();
	}

	@Override
	public void close() {
		this.over = true;
	}

}
