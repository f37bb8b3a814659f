package io.github.leaderelection.system;

import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes start, for the first time and again, with and without state directories.
 */
class RestartIT {

	@Test
	void restartedFollowerChangesNothingAndTokensRiseAcrossARestartOfEveryNode() {
		assertRestarts(false, NodeProcess::kill);
	}

	@Test
	void restartsWithStateDirectoriesAreAsQuiet() {
		assertRestarts(true, NodeProcess::terminate);
	}

	private static void assertRestarts(boolean stateDirectories, Consumer<NodeProcess> end) {
		try (Cluster cluster = Cluster.start(spec(stateDirectories))) {
			Leader leader = cluster.awaitLeader();
			assertThat(cluster.grants()).as("of a cold start").containsExactly(leader.token());
			assertFollowerIsRestartedUnnoticed(cluster, leader, end);
			assertThat(cluster.grants()).containsExactly(leader.token());
			cluster.nodes().forEach(NodeProcess::kill);
			cluster.startAll();
			Leader after = cluster.awaitLeader();
			assertThat(after.token()).isGreaterThan(leader.token());
			assertThat(cluster.grants()).containsExactly(leader.token(), after.token());
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	private static void assertFollowerIsRestartedUnnoticed(Cluster cluster, Leader leader, Consumer<NodeProcess> end) {
		long term = highestTerm(leader.node());
		NodeProcess follower = cluster.othersThan(leader.node()).get(0);
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
