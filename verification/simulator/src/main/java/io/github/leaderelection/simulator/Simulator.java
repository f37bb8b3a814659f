package io.github.leaderelection.simulator;

import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.fault.RandomRun;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.lease.LeaseRun;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds. A seed gives the same run on every machine.
 */
public final class Simulator {

	/** How long a run lasts by default: two minutes. */
	public static final long DEFAULT_NANOS = 120_000_000_000L;

	private static final Algorithm QUORUM = Algorithm.named(Algorithm.DEFAULT);

	private Simulator() {
	}

	/**
	 * Runs a seed with any election; by a lease for as long as its faults take. If a
	 * promise is broken it is run again for its trace.
	 */
	public static Result runSeed(Algorithm algorithm, long seed, long nanos) {
		if (algorithm.name().equals(Algorithm.LEASE)) {
			return LeaseRun.of(seed);
		}
		Result result = RandomRun.run(algorithm, seed, nanos, Trace.off());
		return (result.violation() == null) ? result : RandomRun.run(algorithm, seed, nanos, Trace.newest());
	}

	/** Runs a seed and shows all of it. */
	public static Result replay(long seed, long nanos, Consumer<String> lines) {
		return replay(QUORUM, seed, nanos, lines);
	}

	/** Runs a seed with any election and shows all of it. */
	public static Result replay(Algorithm algorithm, long seed, long nanos, Consumer<String> lines) {
		return algorithm.name().equals(Algorithm.LEASE) ? LeaseRun.of(seed, lines)
				: RandomRun.run(algorithm, seed, nanos, Trace.to(lines));
	}

	/** Runs a seed with assignments beside the election that ships, or beside a lease. */
	public static Result runAssigned(Algorithm algorithm, long seed, long nanos) {
		return replayAssigned(algorithm, seed, nanos, null);
	}

	/**
	 * Runs a seed with former leaders that are fenced, and shows all of it to a reader.
	 */
	public static Result runFenced(long seed, long nanos, @Nullable Consumer<String> lines) {
		return RandomRun.runFenced(seed, nanos, (lines != null) ? Trace.to(lines) : Trace.off());
	}

	/** Runs a seed of a lease with former leaders that are fenced. */
	public static Result runFencedLease(long seed, Consumer<String> lines) {
		return LeaseRun.fenced(seed, lines);
	}

	/** Runs a seed with a register, and shows all of it to a reader. */
	public static Result runRegister(long seed, long nanos, @Nullable Consumer<String> lines) {
		return RandomRun.runRegister(seed, nanos, (lines != null) ? Trace.to(lines) : Trace.off());
	}

	/** Runs a seed with assignments, and shows all of it to a reader. */
	public static Result replayAssigned(Algorithm algorithm, long seed, long nanos, @Nullable Consumer<String> lines) {
		if (algorithm.name().equals(Algorithm.LEASE)) {
			return LeaseRun.assigned(seed, (lines != null) ? lines : (line) -> {
			});
		}
		if (!algorithm.name().equals(Algorithm.DEFAULT)) {
			throw new IllegalArgumentException("Assignments run beside '" + Algorithm.DEFAULT + "' and '"
					+ Algorithm.LEASE + "' alone, not beside '" + algorithm.name() + "'");
		}
		return RandomRun.runAssigned(seed, nanos, (lines != null) ? Trace.to(lines) : Trace.off());
	}

	/**
	 * Runs a seed and lets the production shells record their inputs, as they do in
	 * applications.
	 * @param recordings takes the trace of each group of each process
	 */
	public static Result record(long seed, long nanos, Consumer<String> recordings) {
		return RandomRun.record(QUORUM, seed, nanos, recordings);
	}

}
