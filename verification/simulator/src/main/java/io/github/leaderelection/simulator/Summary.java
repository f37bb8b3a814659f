package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.Result;
import io.github.leaderelection.simulator.fault.plan.FaultCounts;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * What came of many seeds. For use by one thread.
 */
final class Summary {

	private final FaultCounts faults = new FaultCounts();

	private final List<Violation> violations = new ArrayList<>();

	private long seeds;

	private long nanos;

	private long events;

	private long ledNanos;

	private long grants;

	/**
	 * Runs seeds in a row.
	 * @throws IllegalStateException if a seed cannot be run
	 */
	static Summary of(Algorithm algorithm, long from, long count, long nanos, int threads,
			Consumer<Violation> onViolation) {
		Summary summary = new Summary();
		Seeds.run(from, count, threads, (seed) -> result(algorithm, seed, nanos),
				(result) -> summary.add(result, onViolation));
		return summary;
	}

	private static Result result(Algorithm algorithm, long seed, long nanos) {
		try {
			return Simulator.runSeed(algorithm, seed, nanos);
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
		this.faults.add(result.faults());
		if (result.violation() != null) {
			this.violations.add(result.violation());
			onViolation.accept(result.violation());
		}
	}

	/** The sum of all, in one line. */
	String text(double seconds) {
		return String.format(Locale.ROOT,
				"%d seeds, %d cluster-seconds, %d events, %.0f events/s, led %.1f %% of the time, %d grants, "
						+ "%d violations in %.0f s",
				this.seeds, this.nanos / 1_000_000_000, this.events, this.events / seconds,
				100.0 * this.ledNanos / Math.max(1, this.nanos), this.grants, this.violations.size(), seconds);
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

	long faults(FaultKind kind) {
		return this.faults.of(kind);
	}

	List<Violation> violations() {
		return this.violations;
	}

}
