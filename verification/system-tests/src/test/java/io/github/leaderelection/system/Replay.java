package io.github.leaderelection.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Downloads what real nodes recorded and has the simulator replay it, as an operator
 * would.
 */
final class Replay {

	private static final int ENOUGH_INPUTS = 100;

	private final Path directory;

	private final String secret;

	/**
	 * Makes one.
	 * @param directory where files go
	 * @param secret what no trace tells
	 */
	Replay(Path directory, String secret) {
		this.directory = directory;
		this.secret = secret;
	}

	/**
	 * What the simulator prints of a node's trace, once the node has handled a few
	 * heartbeats.
	 */
	List<String> of(NodeProcess node) throws Exception {
		return of(node, "trace", ENOUGH_INPUTS);
	}

	/** What the simulator prints of the metadata of a node. */
	List<String> ofMetadata(NodeProcess node) throws Exception {
		return of(node, "metadata-trace", 1);
	}

	private List<String> of(NodeProcess node, String what, int inputs) throws Exception {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> trace(node, what).lines().count() > inputs);
		String trace = trace(node, what);
		assertThat(trace).startsWith("leader-election-trace 1\n")
			.contains("node=\"" + node.name() + "\"")
			.doesNotContain(this.secret);
		Path file = Files.writeString(this.directory.resolve(node.name() + ".trace"), trace);
		Path output = this.directory.resolve(node.name() + ".txt");
		Process simulator = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-jar", simulatorJar().toString(), "replay-trace", "--file", file.toString())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		assertThat(simulator.waitFor(2, TimeUnit.MINUTES)).isTrue();
		List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
		assertThat(lines.get(lines.size() - 1)).startsWith("same as recorded: ");
		assertThat(simulator.exitValue()).isZero();
		return lines;
	}

	private static String trace(NodeProcess node, String what) throws IOException {
		return Http.text(node, "/actuator/leader/default/" + what);
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
