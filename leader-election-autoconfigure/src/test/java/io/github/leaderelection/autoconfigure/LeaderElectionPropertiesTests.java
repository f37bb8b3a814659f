package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties.ClientAuth;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.OnFollower;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.algorithm.Algorithm;
import org.junit.jupiter.api.Test;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionProperties} and the metadata that editors show.
 */
class LeaderElectionPropertiesTests {

	@Test
	void everyKeyIsBound() {
		LeaderElectionProperties properties = bind(Map.ofEntries(Map.entry("leader-election.enabled", "false"),
				Map.entry("leader-election.cluster", "blue"), Map.entry("leader-election.node-id", "a"),
				Map.entry("leader-election.advertised-url", "http://host-a:8080"),
				Map.entry("leader-election.peers", "http://host-a:8080,http://host-b:8080"),
				Map.entry("leader-election.standalone", "false"), Map.entry("leader-election.algorithm", "other"),
				Map.entry("leader-election.heartbeat-interval", "200ms"),
				Map.entry("leader-election.lease-duration", "3s"), Map.entry("leader-election.max-clock-drift", "0.1"),
				Map.entry("leader-election.priority", "7"), Map.entry("leader-election.preempt", "true"),
				Map.entry("leader-election.state-directory", "/var/lib/x"),
				Map.entry("leader-election.drain-timeout", "5s"), Map.entry("leader-election.minimum-term", "1000"),
				Map.entry("leader-election.groups.billing.algorithm", "g"),
				Map.entry("leader-election.groups.billing.lease-duration", "4s"),
				Map.entry("leader-election.groups.billing.heartbeat-interval", "1s"),
				Map.entry("leader-election.groups.billing.priority", "9"),
				Map.entry("leader-election.groups.billing.preempt", "false"),
				Map.entry("leader-election.transport.type", "http"), Map.entry("leader-election.transport.path", "/p"),
				Map.entry("leader-election.transport.secret", "s"),
				Map.entry("leader-election.transport.previous-secret", "t"),
				Map.entry("leader-election.transport.port", "7000"),
				Map.entry("leader-election.transport.address", "127.0.0.1"),
				Map.entry("leader-election.transport.max-observers", "9"), Map.entry("leader-election.observe", "true"),
				Map.entry("leader-election.transport.ssl.bundle", "peers"),
				Map.entry("leader-election.transport.ssl.client-auth", "need"),
				Map.entry("leader-election.gate.on-follower", "throw"),
				Map.entry("leader-election.gate.when-disabled", "leader"),
				Map.entry("leader-election.gate.advisor-order", "3")));
		assertThat(properties).isEqualTo(new LeaderElectionProperties(false, "blue", "a", "http://host-a:8080",
				List.of("http://host-a:8080", "http://host-b:8080"), false, "other", Duration.ofMillis(200),
				Duration.ofSeconds(3), 0.1, 7, true, "/var/lib/x", Duration.ofSeconds(5), true, 1000,
				Map.of("billing",
						new LeaderElectionProperties.Group("g", Duration.ofSeconds(4), Duration.ofSeconds(1), 9,
								false)),
				new LeaderElectionProperties.Transport("http", "/p", "s", "t", 7000, InetAddress.getLoopbackAddress(),
						9, new LeaderElectionProperties.Ssl("peers", ClientAuth.NEED)),
				new LeaderElectionProperties.Gate(OnFollower.THROW, WhenDisabled.LEADER, 3)));
	}

	@Test
	void keysWithNothingBehindThemAreAsIfNotSet() {
		LeaderElectionProperties properties = bind(Map.of("leader-election.standalone", "", "leader-election.peers", "",
				"leader-election.groups.billing", ""));
		assertThat(properties.standalone()).isNull();
		assertThat(properties.peers()).isEmpty();
		assertThat(properties.groups()).containsOnlyKeys("billing");
	}

	@Test
	void secretIsNotShown() {
		assertThat(bind(Map.of("leader-election.transport.secret", "hunter2",
				"leader-election.transport.previous-secret", "hunter2"))
			.toString()).doesNotContain("hunter2");
	}

	/** What one election alone reads, and its page tells of. */
	private static Set<String> options() {
		Set<String> options = new TreeSet<>();
		for (String algorithm : Algorithm.names()) {
			Algorithm.named(algorithm)
				.options()
				.forEach((option) -> options.add("leader-election." + algorithm + "." + option));
		}
		return options;
	}

	@Test
	void everyOptionOfAnElectionIsDescribedInTheMetadataAndOnItsPage() throws IOException {
		assertThat(options()).contains("leader-election.zab.settle-time", "leader-election.emergent.seed-nodes");
		for (String option : options()) {
			assertThat(properties()).filteredOn((property) -> property.get("name").asString().equals(option))
				.as("metadata of " + option)
				.singleElement()
				.satisfies((property) -> {
					assertThat(property.path("description").asString("")).endsWith(".").doesNotStartWith("The ");
					assertThat(property.path("type").asString("")).startsWith("java.");
					String page = "algorithms/" + option.split("\\.")[1] + ".md";
					assertThat(Files.readAllLines(guide().resolveSibling(page)))
						.filteredOn((line) -> line.startsWith("| `" + option + "` |"))
						.as("rows of docs/" + page + " for " + option)
						.singleElement()
						.asString()
						.contains(property.path("defaultValue").asString(""));
				});
		}
	}

	@Test
	void everyElectionIsHinted() throws IOException {
		Set<String> hinted = new TreeSet<>();
		for (JsonNode hint : metadata("hints")) {
			if (hint.get("name").asString().equals("leader-election.algorithm")) {
				hint.get("values").forEach((value) -> hinted.add(value.get("value").asString()));
			}
		}
		assertThat(hinted).isEqualTo(Algorithm.names());
	}

	private static Path guide() {
		Path above = Path.of("").toAbsolutePath();
		while (above != null && !Files.isRegularFile(above.resolve("docs/configuration.md"))) {
			above = above.getParent();
		}
		assertThat(above).as("folder with docs/configuration.md").isNotNull();
		return above.resolve("docs/configuration.md");
	}

	private static List<JsonNode> properties() throws IOException {
		return metadata("properties").stream().filter((property) -> {
			String name = property.get("name").asString();
			return name.startsWith("leader-election.") || name.contains(".leader.") || name.contains(".leader-known.");
		}).toList();
	}

	/** Of this module, though others are on the class path. */
	private static List<JsonNode> metadata(String part) throws IOException {
		List<JsonNode> found = new ArrayList<>();
		Enumeration<URL> all = LeaderElectionProperties.class.getClassLoader()
			.getResources("META-INF/spring-configuration-metadata.json");
		while (all.hasMoreElements()) {
			URL one = all.nextElement();
			if (one.getPath().contains("leader-election-autoconfigure")) {
				try (InputStream metadata = one.openStream()) {
					JsonMapper.builder().build().readTree(metadata).path(part).forEach(found::add);
				}
			}
		}
		return found;
	}

	private static LeaderElectionProperties bind(Map<String, String> values) {
		return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate("leader-election",
				LeaderElectionProperties.class);
	}

}
