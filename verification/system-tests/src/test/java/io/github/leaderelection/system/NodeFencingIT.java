package io.github.leaderelection.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A leader that stands still is killed by a command before the next one is granted; while
 * the command does not confirm that, nobody leads. A process that was killed and runs
 * again needs no command.
 */
class NodeFencingIT {

	private static final int KILLED = 137;

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** What it is asked, and the word that lets it answer. */
	private final Path directory = Libraries.emptyDirectory("fence-command");

	private Cluster start(String name) throws IOException {
		Cluster cluster = start(spec(name).withStateDirectories(true));
		cluster.awaitAllVoting();
		return cluster;
	}

	private Cluster start(ClusterSpec spec) {
		Cluster cluster = Cluster.start(spec);
		cluster.nodes().forEach((each) -> write(each.name() + ".pid", Long.toString(each.pid())));
		return cluster;
	}

	private ClusterSpec spec(String name) throws IOException {
		Path script = Files.writeString(this.directory.resolve("fence.sh"), """
				echo "$FENCE_NODE $FENCE_TOKEN" >> %1$s/asked
				while [ ! -e %1$s/answer ]; do sleep 0.1; done
				[ "$(cat %1$s/answer)" = kill ] || exit 3
				pid=$(cat %1$s/$FENCE_NODE.pid)
				kill -9 $pid || exit 2
				while kill -0 $pid 2> %1$s/gone; do sleep 0.1; done
				""".formatted(this.directory));
		return ClusterSpec.ofThree(name)
			.withLease(Duration.ofSeconds(3))
			.withIdleApplication()
			.with("management.endpoint.leader.access", "unrestricted")
			.with("leader-election.fence.command", "sh," + script)
			.withLibraries(List.of(Libraries.copied(Libraries.emptyDirectory(name + "-lib"), "leader-election-metadata",
					"leader-election-node-fencing")));
	}

	private void write(String file, String text) {
		try {
			Files.writeString(this.directory.resolve(file), text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void awaitAskedFor(Leader leader) {
		Path asked = this.directory.resolve("asked");
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> Files.exists(asked)
					&& Files.readAllLines(asked).contains(leader.node().name() + " " + leader.token()));
	}

	private static void assertNobodyLeads(Cluster cluster, Leader before) throws IOException {
		assertThat(cluster.grants()).endsWith(before.token());
		for (NodeProcess each : cluster.othersThan(before.node())) {
			assertThat(Http.json(each, "/actuator/leader/default").path("leading").booleanValue()).isFalse();
			assertThat(Http.text(each, "/actuator/leader/default?check=leader")).doesNotContain("\"leading\":true");
		}
	}

	@Test
	void aLeaderThatStandsStillIsKilledBeforeTheNextOneIsGranted() throws IOException {
		try (Cluster cluster = start("fenced")) {
			Leader before = cluster.awaitLeader();
			before.node().pause();
			awaitAskedFor(before);
			assertNobodyLeads(cluster, before);
			assertThat(before.node().isAlive()).isTrue();
			write("answer", "kill");
			Leader after = cluster.awaitLeaderAfter(before);
			before.node().awaitExit();
			assertThat(before.node().exitStatus()).isEqualTo(KILLED);
			assertThat(after.token()).isGreaterThan(before.token());
			assertThat(cluster.grants()).endsWith(before.token(), after.token());
			Files.delete(this.directory.resolve("asked"));
			cluster.nodes().stream().filter(NodeProcess::isAlive).forEach(NodeProcess::kill);
			cluster.startAll();
			assertThat(cluster.awaitLeaderAfter(after).token()).isGreaterThan(after.token());
			assertThat(this.directory.resolve("asked")).doesNotExist();
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	@Test
	void whatNoCommandConfirmsAnOperatorDoes() throws IOException {
		try (Cluster cluster = start("unfenced")) {
			Leader before = cluster.awaitLeader();
			before.node().pause();
			write("answer", "fail");
			awaitAskedFor(before);
			NodeProcess winner = Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> winner(cluster, before), (found) -> found != null);
			assertThat(Http.text(winner, "/actuator/health")).contains("confirm-fenced");
			assertNobodyLeads(cluster, before);
			before.node().kill();
			assertNobodyLeads(cluster, before);
			assertThat(confirm(winner, "n9")).isEqualTo(409);
			assertThat(confirm(winner, before.node().name())).isEqualTo(200);
			assertThat(cluster.awaitLeaderAfter(before).token()).isGreaterThan(before.token());
		}
	}

	/** Who gives up, or stops, says so in the store, and is not fenced. */
	@Test
	void aLeaderByALeaseThatStandsStillIsKilledBeforeTheNextOneIsGranted() throws IOException {
		try (StoreServer server = StoreServers.start("postgresql", Libraries.emptyDirectory("store-fenced"));
				Cluster cluster = start(server.leading(spec("fenced-by-lease")))) {
			Leader first = cluster.awaitLeader();
			assertThat(Http.post(first.node(), "/actuator/leader/default", "{\"action\":\"resign\"}")).isEqualTo(200);
			Leader second = cluster.awaitLeaderAfter(first);
			second.node().terminate();
			Leader before = cluster.awaitLeaderAfter(second);
			assertThat(this.directory.resolve("asked")).doesNotExist();
			before.node().pause();
			awaitAskedFor(before);
			assertThat(cluster.grants()).endsWith(before.token());
			write("answer", "kill");
			Leader after = cluster.awaitLeaderAfter(before);
			before.node().awaitExit();
			assertThat(before.node().exitStatus()).isEqualTo(KILLED);
			assertThat(cluster.grants()).endsWith(before.token(), after.token()).isSorted();
			assertThat(cluster.overlaps()).isEmpty();
		}
	}

	/** The member that has won and says for whom it waits. */
	private static NodeProcess winner(Cluster cluster, Leader before) throws IOException {
		for (NodeProcess each : cluster.othersThan(before.node())) {
			if (Http.text(each, "/actuator/leader/default/fence")
				.contains("\"unsettled\":[\"" + before.node().name() + "\"]")) {
				return each;
			}
		}
		return null;
	}

	private static int confirm(NodeProcess at, String node) throws IOException {
		return Http.post(at, "/actuator/leader/default/fence",
				"{\"action\":\"confirm-fenced\",\"node\":\"" + node + "\"}");
	}

}
