package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Peers go by names that are not known yet, or belong to an address where nobody listens
 * any more.
 */
class NamesIT {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final List<Process> processes = new ArrayList<>();

	@TempDir
	private Path directory;

	@AfterEach
	void end() {
		this.processes.forEach(Process::destroyForcibly);
	}

	@Test
	void namesAreLookedUpAnewAtEachDial() throws IOException {
		List<NodeProcess> nodes = new Cluster(ClusterSpec.ofThree("names")).nodes();
		Path hosts = this.directory.resolve("hosts");
		Files.writeString(hosts, "127.0.0.1 localhost\n127.0.0.9 n1.test n2.test\n");
		nodes.forEach((node) -> this.processes.add(launch(node, nodes, hosts)));
		await(() -> {
			assertThat(output(nodes.get(0))).as("the unknown name").contains("Member n3 cannot be reached");
			assertThat(output(nodes.get(1))).as("the unknown name").contains("Member n3 cannot be reached");
			assertThat(output(nodes.get(2))).as("the address where nobody listens").contains("Connection refused");
			for (NodeProcess node : nodes) {
				assertThat(group(node).path("quorum").path("reachable").asInt()).isEqualTo(1);
			}
		});

		Files.writeString(hosts, "127.0.0.1 localhost n1.test n2.test n3.test\n");
		await(() -> {
			Set<String> leaders = new HashSet<>();
			for (NodeProcess node : nodes) {
				JsonNode group = group(node);
				assertThat(group.path("quorum").path("reachable").asInt()).isEqualTo(3);
				leaders.add(group.path("leader").path("id").asString(""));
			}
			assertThat(leaders).doesNotContain("").hasSize(1);
		});
	}

	/** The JVM's own memory of names would only prolong the test. */
	private Process launch(NodeProcess node, List<NodeProcess> nodes, Path hosts) {
		String peers = nodes.stream()
			.map((peer) -> peer.name() + "@http://" + peer.name() + ".test:" + peer.port())
			.collect(Collectors.joining(","));
		return node.launch(this.directory.resolve(node.name()),
				List.of("-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.ttl=0",
						"-Dsun.net.inetaddr.negative.ttl=0"),
				List.of("--leader-election.peers=" + peers, "--leader-election.node-id=" + node.name(),
						"--leader-election.transport.secret=of-this-test-alone", "--server.address=127.0.0.1"));
	}

	private String output(NodeProcess node) throws IOException {
		return Files.readString(this.directory.resolve(node.name()).resolve("output.txt"));
	}

	private static JsonNode group(NodeProcess node) throws IOException {
		return Http.json(node, "/actuator/leader").path("groups").path("default");
	}

	private static void await(ThrowingRunnable assertion) {
		Awaitility.await().atMost(PATIENCE).ignoreExceptionsInstanceOf(IOException.class).untilAsserted(assertion);
	}

}
