package io.github.leaderelection.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The leader goes, one way or the other, and exactly one node succeeds it.
 */
class FailoverIT extends AbstractClusterIT {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String SECRET = "a-secret-that-is-never-told";

	FailoverIT() {
		super(ClusterSpec.ofThree("failover").with("leader-election.transport.secret", SECRET));
	}

	@Test
	void killedLeaderIsSucceededByExactlyOneNode() {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		before.node().kill();
		this.cluster.othersThan(before.node()).forEach((other) -> awaitState(other, before.node(), "DOWN"));
		assertOneSuccessor(before, grants);
		this.cluster.othersThan(before.node()).forEach((other) -> awaitState(other, before.node(), "UP"));
	}

	private static void awaitState(NodeProcess node, NodeProcess member, String state) {
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(Http.json(node, "/actuator/leader/default").path("members"))
				.filteredOn((each) -> each.path("url").asString().endsWith(":" + member.port()))
				.extracting((each) -> each.path("state").asString())
				.containsExactly(state));
	}

	@Test
	void tracesOfLeaderAndFollowersReplayAsRecorded(@TempDir Path directory) throws Exception {
		Replay replay = new Replay(directory, SECRET);
		Leader first = this.cluster.awaitLeader();
		for (NodeProcess follower : this.cluster.othersThan(first.node())) {
			assertThat(replay.of(follower))
				.anyMatch((line) -> line.contains(first.node().name() + " says LeaderHeartbeat("))
				.anyMatch((line) -> line.matches("===.* leader \\w+ -> " + first.node().name() + ".*"));
		}
		assertThat(replay.of(first.node())).anyMatch((line) -> line.contains("GRANTED: token " + first.token()))
			.anyMatch((line) -> line.contains("role CANDIDATE -> LEADER"));

		first.node().kill();
		Leader second = this.cluster.awaitLeaderAfter(first);
		assertThat(replay.of(second.node()))
			.anyMatch((line) -> line.contains("PeerDisconnected(peer=\"" + first.node().name() + "\""))
			.anyMatch((line) -> line.contains("GRANTED: token " + second.token()));
	}

	@Test
	void terminatedLeaderIsSucceededByExactlyOneNode() {
		Leader before = this.cluster.awaitLeader();
		int grants = this.cluster.grants().size();
		before.node().terminate();
		// Where the machine is starved it may have led, and lost its lease, before.
		assertThat(before.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == before.token())
			.hasSize(1);
		assertOneSuccessor(before, grants);
	}

	/** Also once the node that went has come back. */
	private void assertOneSuccessor(Leader before, int grants) {
		Leader after = this.cluster.awaitLeaderAfter(before);
		assertThat(after.token()).isGreaterThan(before.token());
		assertThat(after.node()).isNotSameAs(before.node());
		this.cluster.start(List.of(before.node()));
		assertThat(this.cluster.awaitLeader()).isEqualTo(after);
		assertThat(this.cluster.grants()).hasSize(grants + 1).endsWith(after.token());
		assertThat(this.cluster.overlaps()).isEmpty();
	}

}
