package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * What came of many seeds. For use by one thread.
 */
final class Summary {

	private final Map<Enum<?>, Long> faults = new HashMap<>();

	private final List<Violation> violations = new ArrayList<>();

	private long seeds;

	private long nanos;

	private long events;

	private long ledNanos;

	private long grants;

	private long twoLed;

	/**
	 * Runs seeds in a row.
	 * @throws IllegalStateException if a seed cannot be run
	 */
	static Summary of(Algorithm algorithm, long from, long count, long nanos, int threads,
			Consumer<Violation> onViolation) {
		return of((seed) -> Simulator.runSeed(algorithm, seed, nanos), from, count, threads, onViolation);
	}

	/**
	 * Runs seeds in a row.
	 * @param run runs one
	 * @throws IllegalStateException if a seed cannot be run
	 */
	static Summary of(LongFunction<Result> run, long from, long count, int threads, Consumer<Violation> onViolation) {
		Summary summary = new Summary();
		Seeds.run(from, count, threads, (seed) -> result(run, seed), (result) -> summary.add(result, onViolation));
		return summary;
	}

	private static Result result(LongFunction<Result> run, long seed) {
		try {
			return run.apply(seed);
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("Seed " + seed + " cannot be run", ex);
		}
	}

	private void add(Result result, Consumer<Violation> onViolation) {
		this.seeds++;
		this.nanos += result.nanos();
		this.events += result.events();
		this.ledNanos += result.ledNanos();
		this.grants += result.grants();
		this.twoLed += (result.mostLeaders() > 1) ? 1 : 0;
		result.faults().forEach((kind, count) -> this.faults.merge(kind, count, Long::sum));
		if (result.violation() != null) {
			this.violations.add(result.violation());
			onViolation.accept(result.violation());
		}
	}

	/** The sum of all, in one line. */
	String text(double seconds) {
		return String.format(Locale.ROOT,
				"%d seeds, %d cluster-seconds, %d events, %.0f events/s, led %.1f %% of the time, %d grants, "
						+ "%d runs in which two led, %d violations in %.0f s",
				this.seeds, this.nanos / 1_000_000_000, this.events, this.events / seconds,
				100.0 * this.ledNanos / Math.max(1, this.nanos), this.grants, this.twoLed, this.violations.size(),
				seconds);
	}

	long seeds() {
		return this.seeds;
	}

	long nanos() {
		return this.nanos;
	}

	long ledNanos() {
		return this.ledNanos;
	}

	long faults(Enum<?> kind) {
		return this.faults.getOrDefault(kind, 0L);
	}

	List<Violation> violations() {
		return this.violations;
	}

}
