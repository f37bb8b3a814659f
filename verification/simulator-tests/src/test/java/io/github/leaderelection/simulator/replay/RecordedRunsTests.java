package io.github.leaderelection.simulator.replay;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.simulator.Simulator;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.Result;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What production shells record under all kinds of faults replays as it was.
 */
class RecordedRunsTests {

	private static final long NANOS = 30_000_000_000L;

	private static final long AT_LEAST_SEEDS = 6;

	private static final long AT_MOST_SEEDS = 40;

	/** What makes a trace end early, begin anew, or wait. */
	private static final List<FaultKind> TELLING = List.of(FaultKind.CRASH, FaultKind.EMPTY_DISK, FaultKind.SLOW_DISK,
			FaultKind.CANDIDACY_PAUSE);

	private final Set<Enum<?>> faults = new HashSet<>();

	private long traces;

	private long inputs;

	private long grants;

	@Test
	void whatShellsRecordReplaysAsItWas() {
		for (long seed = 1; seed <= AT_LEAST_SEEDS || !isVaried() && seed <= AT_MOST_SEEDS; seed++) {
			Result result = Simulator.record(seed, NANOS, this::replay);
			assertThat(result.violation()).isNull();
			this.faults.addAll(result.faults().keySet());
		}
		assertThat(this.faults).containsAll(TELLING);
		assertThat(this.traces).isGreaterThan(100);
		assertThat(this.inputs).isGreaterThan(10_000);
		assertThat(this.grants).isGreaterThan(20);
	}

	private boolean isVaried() {
		return this.faults.containsAll(TELLING);
	}

	private void replay(String trace) {
		ReplayResult result = TraceReplay.replay(trace.lines().toList());
		assertThat(result.verdict()).startsWith("same as recorded");
		this.traces++;
		this.inputs += result.inputs();
		this.grants += trace.lines().filter((line) -> line.contains("Grant(")).count();
	}

}
