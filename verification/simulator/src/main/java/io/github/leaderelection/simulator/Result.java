package io.github.leaderelection.simulator;

import java.util.List;

import io.github.leaderelection.simulator.fault.RunResult;
import io.github.leaderelection.simulator.fault.plan.FaultCounts;
import io.github.leaderelection.simulator.invariant.Finding;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What came of a seed.
 *
 * @param seed the seed
 * @param violation the broken promise, null if all were kept
 * @param nanos how long it lasted by true time
 * @param events how many events happened
 * @param ledNanos for how long there was a leader
 * @param grants how many grants there were
 * @param growths how often the highest term has grown
 * @param faults which faults occurred
 */
public record Result(long seed, @Nullable Violation violation, long nanos, long events, long ledNanos, long grants,
		long growths, FaultCounts faults) {

	static Result of(RunResult run, @Nullable Trace trace) {
		Finding finding = run.finding();
		List<String> lines = (trace != null) ? trace.newestLines() : List.of();
		Violation violation = (finding != null)
				? new Violation(run.seed(), finding.atNanos(), finding.rule(), finding.description(), lines) : null;
		return new Result(run.seed(), violation, run.nanos(), run.events(), run.ledNanos(), run.grants(), run.growths(),
				run.faults());
	}

}
