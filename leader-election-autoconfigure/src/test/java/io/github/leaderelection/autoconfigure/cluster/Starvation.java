package io.github.leaderelection.autoconfigure.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * How long threads of this process that have something to do wait for a processor: on a
 * loaded machine, or while garbage is collected. A few threads that want a processor
 * every few milliseconds stand for all others.
 */
final class Starvation implements AutoCloseable {

	private static final int THREADS = 4;

	private static final long PAUSE_NANOS = 5_000_000;

	private static final long SHORT_NANOS = 10_000_000;

	private final Queue<Wait> waits = new ConcurrentLinkedQueue<>();

	private final List<Canary> canaries = new ArrayList<>();

	private volatile boolean over;

	Starvation() {
		for (int i = 0; i < THREADS; i++) {
			Canary canary = new Canary();
			this.canaries.add(canary);
			Thread thread = new Thread(canary, "starvation-" + i);
			thread.setDaemon(true);
			thread.start();
		}
	}

	/** The longest wait of all. */
	Duration longest() {
		return longestOfTheLast(Duration.ofNanos(Long.MAX_VALUE));
	}

	/** The longest wait that has not ended or ended within the last so many. */
	Duration longestOfTheLast(Duration time) {
		long now = System.nanoTime();
		long ended = this.waits.stream()
			.filter((wait) -> now - wait.endNanos() < time.toNanos())
			.mapToLong(Wait::nanos)
			.max()
			.orElse(0);
		long present = this.canaries.stream().mapToLong((canary) -> now - canary.dueNanos).max().orElse(0);
		return Duration.ofNanos(Math.max(ended, present));
	}

	@Override
	public void close() {
		this.over = true;
	}

	/**
	 * Notes each time that it goes on late.
	 */
	private final class Canary implements Runnable {

		private volatile long dueNanos = System.nanoTime();

		@Override
		public void run() {
			while (!Starvation.this.over) {
				this.dueNanos = System.nanoTime() + PAUSE_NANOS;
				LockSupport.parkNanos(PAUSE_NANOS);
				long now = System.nanoTime();
				if (now - this.dueNanos > SHORT_NANOS) {
					Starvation.this.waits.add(new Wait(now, now - this.dueNanos));
				}
			}
		}

	}

	/**
	 * A wait for a processor.
	 *
	 * @param endNanos when it ended
	 * @param nanos how long it was
	 */
	private record Wait(long endNanos, long nanos) {
	}

}
