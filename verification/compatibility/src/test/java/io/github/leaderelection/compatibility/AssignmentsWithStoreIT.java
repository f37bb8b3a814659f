package io.github.leaderelection.compatibility;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsPart;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three instances that know each other by a database alone spread partitions.
 */
@ExtendWith(OutputCaptureExtension.class)
class AssignmentsWithStoreIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Set<String> ALL = IntStream.range(0, 8)
		.mapToObj((index) -> "p" + index)
		.collect(Collectors.toCollection(TreeSet::new));

	private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	@AfterEach
	void stop() {
		this.contexts.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void eachPartitionHasOneOwnerAndAStopHandsItsPartitionsOver(@TempDir Path files) throws Exception {
		for (int i = 0; i < 3; i++) {
			start(i, "--server.port=0", "--logging.level.root=warn");
		}
		awaitEachOwnedOnce(2, 3);
		Map<String, LeaderSequenceNumber> before = tokens();
		ConfigurableApplicationContext leaving = this.contexts.get(2);
		Set<String> had = new TreeSet<>(owned(leaving));
		leaving.close();
		awaitEachOwnedOnce(4, 4);

		assertThat(tokens()).allSatisfy((partition, token) -> {
			if (had.contains(partition)) {
				assertThat(token).isGreaterThan(before.get(partition));
			}
		});
		assertThat(Work.twice).as("partitions with two owners").isEmpty();
		for (ConfigurableApplicationContext each : running().toList()) {
			assertThat(replayed(each.getBean(AssignmentsPart.class).trace("default").orElseThrow(), files))
				.matches("(?s)same as recorded: \\d{2,} inputs\\s*");
		}
	}

	/** Has the simulator replay a trace as an operator would. */
	private static String replayed(String trace, Path files) throws Exception {
		Path file = Files.writeString(Files.createTempFile(files, "node", ".trace"), trace);
		Process simulator = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-jar", simulatorJar().toString(), "replay-trace", "--file", file.toString())
			.redirectErrorStream(true)
			.start();
		String output = new String(simulator.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
		assertThat(simulator.waitFor()).as(output).isZero();
		return output;
	}

	private static Path simulatorJar() throws IOException {
		Path target = Path.of("").toAbsolutePath().resolveSibling("simulator").resolve("target");
		try (Stream<Path> all = Files.list(target)) {
			return all.filter((file) -> file.getFileName().toString().matches("leader-election-simulator-.*\\.jar"))
				.findFirst()
				.orElseThrow();
		}
	}

	/** If it stood, the one that starts first would lead. */
	@Test
	void anInstanceWithoutAUrlOwnsItsShareAndDoesNotStand(CapturedOutput output) {
		LeaderElector unreachable = start(0, "--spring.main.web-application-type=none").getBean(LeaderElector.class);
		String reason = "because it has no URL at which others could ask it for partitions, and only owns its share: "
				+ "run it as a web application, and set leader-election.advertised-url where it is not told the port of "
				+ "its server";
		assertThat(output).containsOnlyOnce("is not eligible " + reason);
		assertThat(unreachable.status().problems()).contains("This node does not stand for election " + reason);
		LeaderElector reachable = start(1, "--server.port=0").getBean(LeaderElector.class);
		Awaitility.await().atMost(PATIENCE).until(reachable::isLeader);

		awaitEachOwnedOnce(4, 4);
		assertThat(unreachable.isLeader()).isFalse();
		assertThat(reachable.status().problems()).isEmpty();
		assertThat(Work.twice).as("partitions with two owners").isEmpty();
	}

	private ConfigurableApplicationContext start(int number, String... arguments) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(WorkConfiguration.class)
			.run(StringUtils.concatenateStringArrays(arguments,
					new String[] { "--spring.datasource.url=" + this.database, "--leader-election.store=jdbc",
							"--leader-election.node-id=app-" + number, "--leader-election.lease-duration=2s",
							"--leader-election.assignments.orders.partitions=8" }));
		this.contexts.add(context);
		return context;
	}

	private Stream<ConfigurableApplicationContext> running() {
		return this.contexts.stream().filter(ConfigurableApplicationContext::isActive);
	}

	private static List<String> owned(ConfigurableApplicationContext context) {
		return context.getBean(AssignedPartitions.class).owned().stream().map(AssignedPartition::name).toList();
	}

	private Map<String, LeaderSequenceNumber> tokens() {
		return running().flatMap((each) -> each.getBean(AssignedPartitions.class).owned().stream())
			.collect(Collectors.toMap(AssignedPartition::name, AssignedPartition::token));
	}

	private void awaitEachOwnedOnce(int least, int most) {
		Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
			List<String> all = new ArrayList<>();
			assertThat(running()).allSatisfy((each) -> {
				assertThat(owned(each)).hasSizeBetween(least, most);
				all.addAll(owned(each));
			});
			assertThat(all).containsExactlyInAnyOrderElementsOf(ALL);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableScheduling
	static class WorkConfiguration {

		@Bean
		Work work() {
			return new Work();
		}

	}

	static class Work {

		/** By all applications of this virtual machine. */
		static final Map<String, Work> running = new ConcurrentHashMap<>();

		static final List<String> twice = new CopyOnWriteArrayList<>();

		@Scheduled(fixedDelay = 5)
		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
			if (running.putIfAbsent(partition.name(), this) != null) {
				twice.add(partition.name());
			}
			partition.checkStillOwned();
			running.remove(partition.name(), this);
		}

	}

}
