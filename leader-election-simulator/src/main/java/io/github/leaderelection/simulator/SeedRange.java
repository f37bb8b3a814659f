package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.github.leaderelection.algorithm.Algorithm;

/**
 * Seeds in a row, run on several threads. Each seed has one thread.
 */
final class SeedRange {

	private final Algorithm algorithm;

	private final long end;

	private final long nanos;

	private final AtomicLong next;

	SeedRange(long from, long seeds, long nanos) {
		this(Algorithm.named("quorum"), from, seeds, nanos);
	}

	SeedRange(Algorithm algorithm, long from, long seeds, long nanos) {
		this.algorithm = algorithm;
		this.next = new AtomicLong(from);
		this.end = from + seeds;
		this.nanos = nanos;
	}

	/**
	 * Runs all of them.
	 * @param threads how many threads
	 * @param onViolation told of each broken promise, by any thread
	 */
	Summary run(int threads, Consumer<Violation> onViolation) {
		Summary summary = new Summary();
		List<Thread> workers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			Thread worker = new Thread(() -> work(summary, onViolation), "seeds-" + i);
			worker.start();
			workers.add(worker);
		}
		try {
			for (Thread worker : workers) {
				worker.join();
			}
		}
		catch (InterruptedException ex) {
			this.next.set(this.end);
			Thread.currentThread().interrupt();
		}
		return summary;
	}

	private void work(Summary summary, Consumer<Violation> onViolation) {
		for (long seed = this.next.getAndIncrement(); seed < this.end; seed = this.next.getAndIncrement()) {
			Result result = runSeed(seed);
			summary.add(result);
			if (result.violation() != null) {
				onViolation.accept(result.violation());
			}
		}
	}

	private Result runSeed(long seed) {
		try {
			return Simulator.runSeed(this.algorithm, seed, this.nanos);
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("Seed " + seed + " cannot be run", ex);
		}
	}

}
