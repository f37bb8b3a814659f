package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.LastRelease;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.cluster.SampleForm;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * One instance after the other, the leader last, changes from the last release to this
 * one and back, with the state directories, or the record in a store, that it had before.
 * Where the last release is not built, members change from this one to itself.
 */
class UpgradeIT {

	private static final SampleForm BEFORE = LastRelease.isBuilt() ? SampleForm.LAST_RELEASE : SampleForm.PACKAGED;

	/** Not what a busy machine causes: standstills, a wait for a leader. */
	private static final String TROUBLE = "ERROR.*LeaderElector|WARN.*LeaderElector.*(refused|ballot file|record|saved)";

	@Test
	void membersUnderstandOneAnotherAndGoOnFromTheirDirectories() throws IOException {
		assertRolls(ClusterSpec.ofThree("upgrade").withStateDirectories(true).withLease(Duration.ofSeconds(3)));
	}

	@Test
	void instancesUnderstandTheRecordInAStore() throws IOException {
		assumeThat(LastRelease.isBuilt()).as("verification/last-release has built the last release").isTrue();
		try (StoreServer server = StoreServers.start("h2", Libraries.emptyDirectory("upgrade-server"))) {
			assertRolls(server.leading(ClusterSpec.ofThree("upgrade-store")
				.withSize(2)
				.withLease(Duration.ofSeconds(3))
				.with("leader-election.retry-interval", "200ms")
				.with("leader-election.heartbeat-interval", "400ms")));
		}
	}

	private static void assertRolls(ClusterSpec spec) throws IOException {
		List<Path> present = List
			.of(Libraries.copied(Libraries.emptyDirectory(spec.name() + "-modules"), "leader-election-metadata"));
		List<Path> before = LastRelease.isBuilt() ? LastRelease.modules() : present;
		try (Cluster cluster = Cluster.start(spec.withIdleApplication()
			.with(ProbeNames.WRITES_METADATA, "true")
			.withForm(BEFORE)
			.withLibraries(before))) {
			int changes = roll(cluster, SampleForm.PACKAGED, present);
			if (LastRelease.isBuilt()) {
				changes += roll(cluster, BEFORE, before);
			}
			assertThat(changes).isEqualTo(spec.size() * (LastRelease.isBuilt() ? 2 : 1));
			assertThat(cluster.overlaps()).isEmpty();
			assertThat(cluster.grants()).isSorted().doesNotHaveDuplicates();
			assertThat(CountedMetadata.assertGoesOn(cluster)).isEqualTo(cluster.grants().size());
		}
	}

	/** Changes followers first. */
	private static int roll(Cluster cluster, SampleForm form, List<Path> libraries) throws IOException {
		List<NodeProcess> followers = cluster.othersThan(settled(cluster).node());
		for (NodeProcess follower : followers) {
			change(cluster, follower, form, libraries);
		}
		for (NodeProcess last : cluster.nodes().stream().filter((node) -> !followers.contains(node)).toList()) {
			change(cluster, last, form, libraries);
		}
		return cluster.nodes().size();
	}

	private static void change(Cluster cluster, NodeProcess node, SampleForm form, List<Path> libraries)
			throws IOException {
		Leader before = settled(cluster);
		long term = highestTerm(cluster);
		node.terminate();
		assertUntroubled(node);
		node.change(form, libraries);
		cluster.start(List.of(node));
		assertThat(settled(cluster).token()).isGreaterThanOrEqualTo(before.token());
		assertThat(highestTerm(cluster)).isGreaterThanOrEqualTo(term);
	}

	/** One leads, has written, and nobody was refused. */
	private static Leader settled(Cluster cluster) throws IOException {
		cluster.awaitAllVoting();
		Leader leader = cluster.awaitLeader();
		CountedMetadata.awaitCommitted(leader);
		for (NodeProcess node : cluster.nodes()) {
			assertThat(Http.json(node, "/actuator/leader").path("refusals")).as("refusals of %s", node)
				.hasToString("{}");
			assertUntroubled(node);
		}
		return leader;
	}

	private static void assertUntroubled(NodeProcess node) {
		assertThat(node.output()).as("what %s says", node).doesNotContainPattern(TROUBLE);
	}

	private static long highestTerm(Cluster cluster) {
		return cluster.nodes()
			.stream()
			.flatMap((node) -> node.terms().stream())
			.mapToLong(Run::answer)
			.max()
			.orElseThrow();
	}

}
