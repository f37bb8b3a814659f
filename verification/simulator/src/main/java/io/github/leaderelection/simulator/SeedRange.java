package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import org.jspecify.annotations.Nullable;

/**
 * Seeds in a row, run on several threads. Each seed has one thread.
 */
final class SeedRange {

	private final Algorithm algorithm;

	private final long end;

	private final long nanos;

	private final AtomicLong next;

	SeedRange(long from, long seeds, long nanos) {
		this(Algorithm.named(Algorithm.DEFAULT), from, seeds, nanos);
	}

	SeedRange(Algorithm algorithm, long from, long seeds, long nanos) {
		this.algorithm = algorithm;
		this.next = new AtomicLong(from);
		this.end = from + seeds;
		this.nanos = nanos;
	}

	/**
	 * Runs all of them, up to the first that cannot be run.
	 * @param threads how many threads
	 * @param onViolation told of each broken promise, by any thread
	 * @throws IllegalStateException if a seed cannot be run
	 */
	Summary run(int threads, Consumer<Violation> onViolation) {
		Summary summary = new Summary();
		AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
		List<Thread> workers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			Thread worker = new Thread(() -> work(summary, onViolation, failure), "seeds-" + i);
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
		RuntimeException failed = failure.get();
		if (failed != null) {
			throw failed;
		}
		return summary;
	}

	private void work(Summary summary, Consumer<Violation> onViolation,
			AtomicReference<@Nullable RuntimeException> failure) {
		try {
			work(summary, onViolation);
		}
		catch (RuntimeException ex) {
			failure.compareAndSet(null, ex);
			this.next.set(this.end);
		}
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
