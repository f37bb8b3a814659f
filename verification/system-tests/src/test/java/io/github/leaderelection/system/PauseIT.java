package io.github.leaderelection.system;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Processes that watch one another stand still for three leases and wake again, a
 * minority of five; or one is killed. Only its end spares the rest of the lease.
 */
@TestMethodOrder(MethodOrderer.MethodName.class)
class PauseIT extends AbstractClusterIT {

	PauseIT() {
		super(ClusterSpec.ofThree("pause")
			.withSize(5)
			.withStateDirectories(true)
			.with("leader-election.crash-detection", "connection"));
	}

	/** The others are promised to the leader until then, or longer. */
	private long awaitWatchedAndReadEndOfLease(Leader leader) throws IOException {
		this.cluster.nodes().forEach(this::awaitWatching);
		long before = System.nanoTime();
		String remaining = Http.json(leader.node(), "/actuator/leader/default").path("leaseRemaining").stringValue();
		return before + Duration.parse(remaining).toNanos();
	}

	private void awaitWatching(NodeProcess node) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(Http.json(node, "/actuator/leader").path("crashDetection").path("members"))
				.hasSize(this.cluster.nodes().size() - 1)
				.allSatisfy((state) -> assertThat(state.stringValue()).isEqualTo("in use")));
	}

	@Test
	void leaderAndFollowerPausedNeverAnswerYesAfterTheyWoke() throws IOException {
		Leader before = this.cluster.awaitLeader();
		long endOfLease = awaitWatchedAndReadEndOfLease(before);
		List<NodeProcess> minority = List.of(before.node(), this.cluster.othersThan(before.node()).get(0));
		int grants = this.cluster.grants().size();
		minority.forEach(NodeProcess::pause);
		long paused = System.nanoTime();
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(this.cluster.awaitGrantAbove(before.token())).isGreaterThan(endOfLease);
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

	@Test
	void leaderThatIsKilledIsSucceededBeforeItsLeaseCouldEnd() throws IOException {
		Leader before = this.cluster.awaitLeader();
		long endOfLease = awaitWatchedAndReadEndOfLease(before);
		before.node().kill();
		assertThat(this.cluster.awaitGrantAbove(before.token())).isLessThan(endOfLease);
		assertThat(this.cluster.awaitLeaderAfter(before).token()).isGreaterThan(before.token());
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
