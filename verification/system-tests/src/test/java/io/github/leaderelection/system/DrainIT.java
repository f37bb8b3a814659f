package io.github.leaderelection.system;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader is asked to stop while leader-only work runs, 6 s at a time.
 */
class DrainIT extends AbstractClusterIT {

	/** Long enough for a process that a busy machine asks to stop in the midst of it. */
	private static final Duration WORK = Duration.ofSeconds(6);

	DrainIT() {
		super(ClusterSpec.ofThree("drain")
			.withStateDirectories(true)
			.with(ProbeNames.WORK_LASTS, WORK.toSeconds() + "s"));
	}

	@Test
	void nextGrantComesAfterRunningWorkEndedAndNoNewWorkIsAdmitted() {
		Leader before = this.cluster.awaitLeader();
		NodeProcess old = before.node();
		int grants = this.cluster.grants().size();
		int begun = times(old, Kind.WORK_BEGAN).size();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> times(old, Kind.WORK_BEGAN).size() > begun);
		old.requestTermination();
		long granted = this.cluster.awaitGrantAbove(before.token());
		old.awaitExit();
		Leader after = this.cluster.awaitLeaderAfter(before);

		List<Long> begins = times(old, Kind.WORK_BEGAN);
		List<Long> ends = times(old, Kind.WORK_ENDED);
		long lastEnd = ends.get(ends.size() - 1);
		assertThat(ends).as("Each piece of work that began ended").hasSameSizeAs(begins);
		assertThat(lastEnd - begins.get(begins.size() - 1)).as("Work was not cut short")
			.isGreaterThanOrEqualTo(WORK.toNanos());
		assertThat(granted).as("The grant came after the end of the work").isGreaterThan(lastEnd);
		assertGateClosedWhileWorkRan(old, lastEnd);
		assertThat(this.cluster.grants()).hasSize(grants + 1).endsWith(after.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	/** The node still led, and yet every call begun from the refusal on was refused. */
	private static void assertGateClosedWhileWorkRan(NodeProcess node, long end) {
		List<Run> calls = node.gate();
		Run last = calls.get(calls.size() - 1);
		Run admitted = calls.get(calls.size() - 2);
		assertThat(last.answer()).as("The last calls were refused: %s", calls).isZero();
		assertThat(admitted.answer()).as("Those before were admitted: %s", calls).isEqualTo(1);
		assertThat(last.firstBefore()).as("The first refusal came before the end of the work").isLessThan(end);
		assertThat(node.samples()).filteredOn((run) -> run.answer() > 0)
			.last()
			.satisfies((run) -> assertThat(run.lastAfter()).as("It led beyond the first refusal")
				.isGreaterThan(last.firstAfter()));
	}

	private static List<Long> times(NodeProcess node, Kind kind) {
		return node.happenings().stream().filter((happening) -> happening.kind() == kind).map(Happening::at).toList();
	}

}
