package io.github.leaderelection.system;

import java.util.Collections;
import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes start, for the first time and again, with and without state directories.
 */
class RestartIT {

	/** Each follower is killed once and terminated once. */
	private static final int FOLLOWER_RESTARTS = 4;

	@ParameterizedTest(name = "state directories: {0}")
	@ValueSource(booleans = { false, true })
	void restartedFollowerChangesNeitherLeaderNorTerm(boolean stateDirectories) {
		try (Cluster cluster = Cluster.start(spec("follower-restarts", stateDirectories))) {
			Leader leader = cluster.awaitLeader();
			assertThat(cluster.grants()).as("of a cold start").containsExactly(leader.token());
			long term = highestTerm(leader.node());
			List<NodeProcess> followers = cluster.othersThan(leader.node());
			for (int i = 0; i < FOLLOWER_RESTARTS; i++) {
				NodeProcess follower = followers.get(i / 2 % followers.size());
				if (i % 2 == 0) {
					follower.kill();
				}
				else {
					follower.terminate();
				}
				cluster.start(List.of(follower));
				assertThat(cluster.awaitLeader()).isEqualTo(leader);
			}
			assertThat(cluster.grants()).containsExactly(leader.token());
			assertThat(cluster.nodes()).extracting(RestartIT::highestTerm).containsOnly(term);
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	@ParameterizedTest(name = "state directories: {0}")
	@ValueSource(booleans = { false, true })
	void tokensRiseAcrossARestartOfEveryNode(boolean stateDirectories) {
		try (Cluster cluster = Cluster.start(spec("all-restart", stateDirectories))) {
			List<Long> before = cluster.grants();
			cluster.nodes().forEach(NodeProcess::kill);
			cluster.startAll();
			Leader after = cluster.awaitLeader();
			assertThat(after.token()).isGreaterThan(Collections.max(before));
			assertThat(cluster.grants()).hasSize(before.size() + 1).endsWith(after.token());
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	private static ClusterSpec spec(String name, boolean stateDirectories) {
		return ClusterSpec.ofThree(name + (stateDirectories ? "-disk" : "-memory"))
			.withStateDirectories(stateDirectories);
	}

	private static long highestTerm(NodeProcess node) {
		return node.terms().stream().mapToLong(Run::answer).max().orElseThrow();
	}

}
