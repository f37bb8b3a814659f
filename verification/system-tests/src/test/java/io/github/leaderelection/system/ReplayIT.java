package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What real nodes recorded is downloaded from them and replayed by the simulator, as an
 * operator would.
 */
class ReplayIT {

	private static final String SECRET = "a-secret-that-is-never-told";

	private static final int ENOUGH_INPUTS = 100;

	@TempDir
	private Path directory;

	@Test
	void tracesOfLeaderAndFollowersReplayAsRecorded() throws Exception {
		ClusterSpec spec = ClusterSpec.ofThree("replay")
			.withStateDirectories(true)
			.with("leader-election.transport.secret", SECRET);
		try (Cluster cluster = Cluster.start(spec)) {
			Leader first = cluster.awaitLeader();
			for (NodeProcess follower : cluster.othersThan(first.node())) {
				assertThat(replayed(follower))
					.anyMatch((line) -> line.contains(first.node().name() + " says LeaderHeartbeat("))
					.anyMatch((line) -> line.matches("===.* leader \\w+ -> " + first.node().name() + ".*"));
			}
			assertThat(replayed(first.node())).anyMatch((line) -> line.contains("GRANTED: token " + first.token()))
				.anyMatch((line) -> line.contains("role CANDIDATE -> LEADER"));

			first.node().kill();
			Leader second = cluster.awaitLeaderAfter(first);
			assertThat(replayed(second.node()))
				.anyMatch((line) -> line.contains("PeerDisconnected(peer=\"" + first.node().name() + "\""))
				.anyMatch((line) -> line.contains("GRANTED: token " + second.token()));
		}
	}

	/**
	 * What the simulator prints of a node's trace, once the node has handled a few
	 * heartbeats.
	 */
	private List<String> replayed(NodeProcess node) throws Exception {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> trace(node).lines().count() > ENOUGH_INPUTS);
		String trace = trace(node);
		assertThat(trace).startsWith("leader-election-trace 1\n")
			.contains("node=\"" + node.name() + "\"")
			.doesNotContain(SECRET);
		Path file = Files.writeString(this.directory.resolve(node.name() + ".trace"), trace);
		Path output = this.directory.resolve(node.name() + ".txt");
		Process simulator = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-jar", simulatorJar().toString(), "replay-trace", "--file", file.toString())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(simulator.waitFor(60, TimeUnit.SECONDS)).isTrue();
		List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
		assertThat(lines.get(lines.size() - 1)).startsWith("same as recorded: ");
		assertThat(simulator.exitValue()).isZero();
		return lines;
	}

	private static String trace(NodeProcess node) throws IOException {
		return Http.text(node, "/actuator/leader/default/trace");
	}

	private static Path simulatorJar() throws IOException {
		Path target = Path.of(System.getProperty("basedir", ""))
			.toAbsolutePath()
			.resolveSibling("simulator")
			.resolve("target");
		try (Stream<Path> files = Files.list(target)) {
			return files.filter((file) -> file.getFileName().toString().matches("leader-election-simulator-.*\\.jar"))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("There is no leader-election-simulator-*.jar in " + target
						+ ": run ./mvnw package -pl verification/simulator -am"));
		}
	}

}
