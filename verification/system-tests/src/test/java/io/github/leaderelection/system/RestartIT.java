package io.github.leaderelection.system;

import java.util.List;
import java.util.function.Consumer;

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

	@ParameterizedTest(name = "state directories: {0}")
	@ValueSource(booleans = { false, true })
	void restartedFollowerChangesNothingAndTokensRiseAcrossARestartOfEveryNode(boolean stateDirectories) {
		try (Cluster cluster = Cluster.start(spec(stateDirectories))) {
			Leader leader = cluster.awaitLeader();
			assertThat(cluster.grants()).as("of a cold start").containsExactly(leader.token());
			assertFollowerIsRestartedUnnoticed(cluster, leader, 0, NodeProcess::kill);
			assertFollowerIsRestartedUnnoticed(cluster, leader, 1, NodeProcess::terminate);
			assertThat(cluster.grants()).containsExactly(leader.token());
			cluster.nodes().forEach(NodeProcess::kill);
			cluster.startAll();
			Leader after = cluster.awaitLeader();
			assertThat(after.token()).isGreaterThan(leader.token());
			assertThat(cluster.grants()).containsExactly(leader.token(), after.token());
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	private static void assertFollowerIsRestartedUnnoticed(Cluster cluster, Leader leader, int which,
			Consumer<NodeProcess> end) {
		long term = highestTerm(leader.node());
		NodeProcess follower = cluster.othersThan(leader.node()).get(which);
		end.accept(follower);
		cluster.start(List.of(follower));
		assertThat(cluster.awaitLeader()).isEqualTo(leader);
		assertThat(cluster.nodes()).extracting(RestartIT::highestTerm).containsOnly(term);
	}

	private static ClusterSpec spec(boolean stateDirectories) {
		return ClusterSpec.ofThree("restarts-" + (stateDirectories ? "disk" : "memory"))
			.withStateDirectories(stateDirectories);
	}

	private static long highestTerm(NodeProcess node) {
		return node.terms().stream().mapToLong(Run::answer).max().orElseThrow();
	}

}
