package io.github.leaderelection.system;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes stand still for three leases and wake again. A minority of five does.
 */
class PauseIT extends AbstractClusterIT {

	PauseIT() {
		super(ClusterSpec.ofThree("pause").withSize(5).withStateDirectories(true));
	}

	@Test
	void leaderAndFollowerPausedNeverAnswerYesAfterTheyWoke() {
		Leader before = this.cluster.awaitLeader();
		List<NodeProcess> minority = List.of(before.node(), this.cluster.othersThan(before.node()).get(0));
		int grants = this.cluster.grants().size();
		minority.forEach(NodeProcess::pause);
		long paused = System.nanoTime();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		long threeLeases = this.cluster.lease().multipliedBy(3).toNanos();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - paused > threeLeases);
		List<Long> woken = minority.stream().map(NodeProcess::resume).toList();
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		for (int i = 0; i < minority.size(); i++) {
			assertOnlyNoAfter(woken.get(i), minority.get(i));
		}
		assertThat(this.cluster.grants()).hasSize(grants + 1).endsWith(after.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private static void assertOnlyNoAfter(long woken, NodeProcess node) {
		List<Run> samples = node.samples();
		assertThat(samples).filteredOn((run) -> run.answer() > 0)
			.as("Yes of %s, which woke after %d", node, woken)
			.allSatisfy((run) -> assertThat(run.lastBefore()).isLessThan(woken));
		assertThat(samples.get(samples.size() - 1).lastBefore()).as("Last sample of %s", node).isGreaterThan(woken);
	}

}
