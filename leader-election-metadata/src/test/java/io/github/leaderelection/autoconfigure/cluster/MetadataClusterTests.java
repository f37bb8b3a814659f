package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataChangedEvent;
import io.github.leaderelection.metadata.LeaderMetadataException;
import io.github.leaderelection.metadata.LeaderMetadataException.Outcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Metadata of three applications in one JVM over real links.
 */
class MetadataClusterTests {

	private static final String SOURCES = "spring.main.sources=" + HeardConfiguration.class.getName();

	private TestCluster cluster;

	private void start(String... properties) throws IOException {
		List<String> all = new ArrayList<>(List.of(TestCluster.WITHOUT_SECURITY, SOURCES));
		all.addAll(List.of(properties));
		this.cluster = new TestCluster(3, "", all.toArray(String[]::new)).start();
	}

	@AfterEach
	void stop() throws IOException {
		this.cluster.close();
	}

	private Stream<ConfigurableApplicationContext> running() {
		return this.cluster.contexts().stream().filter(ConfigurableApplicationContext::isActive);
	}

	private ConfigurableApplicationContext leader() {
		return this.cluster.awaitLeader("default");
	}

	private static LeaderMetadata metadata(ConfigurableApplicationContext context) {
		return context.getBean(LeaderMetadata.class);
	}

	private void awaitShown(Map<String, String> entries, long nodes) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(running().map((each) -> metadata(each).lastKnown().entries())).hasSize((int) nodes)
						.containsOnly(entries));
	}

	@Test
	void aLaterLeaderBeginsWithWhatTheFormerOneSet() throws IOException {
		start("leader-election.groups.other.algorithm=bully");
		ConfigurableApplicationContext first = leader();
		assertThat(metadata(first).get().entries()).isEmpty();
		LeaderSequenceNumber set = metadata(first).set("limit", "5").toCompletableFuture().join();
		assertThat(metadata(first).get()).isEqualTo(new LeaderMetadata.Value(Map.of("limit", "5"), set, false));
		awaitShown(Map.of("limit", "5"), 3);
		ConfigurableApplicationContext follower = this.cluster.follower(first);
		assertThatExceptionOfType(LeaderMetadataException.class).isThrownBy(() -> metadata(follower).get())
			.withMessageContaining("does not lead")
			.satisfies((failure) -> assertThat(failure.outcome()).isEqualTo(Outcome.REFUSED));
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> metadata(follower).set("limit", "6").toCompletableFuture().join())
			.havingCause()
			.isInstanceOf(LeaderMetadataException.class)
			.withMessageContaining("does not lead");
		assertThatExceptionOfType(LeaderMetadataException.class)
			.isThrownBy(() -> first.getBean("otherLeaderMetadata", LeaderMetadata.class).get())
			.withMessageContaining("'bully' may have two leaders at once");
		first.close();

		ConfigurableApplicationContext second = leader();
		assertThat(metadata(second).get().entries()).isEqualTo(Map.of("limit", "5"));
		metadata(second).update((entries) -> {
			entries.put("pause", "true");
			entries.remove("limit");
			return entries;
		}).toCompletableFuture().join();
		LeaderMetadata.Value value = metadata(second).get();
		assertThat(value.entries()).isEqualTo(Map.of("pause", "true"));
		assertThat(value.sequence()).isGreaterThan(set);
		awaitShown(Map.of("pause", "true"), 2);
		assertThat(running().map((each) -> each.getBean(Heard.class).values))
			.allSatisfy((heard) -> assertThat(heard).containsExactly(Map.of("limit", "5"), Map.of("pause", "true")));
	}

	@Test
	void aMemberThatStartsLaterIsFilled() throws IOException {
		start();
		ConfigurableApplicationContext leader = leader();
		int index = this.cluster.contexts().indexOf(this.cluster.follower(leader));
		this.cluster.contexts().get(index).close();
		metadata(leader).set("limit", "5").toCompletableFuture().join();
		this.cluster.start(index);
		awaitShown(Map.of("limit", "5"), 3);
		assertThat(this.cluster.contexts().get(3).getBean(Heard.class).values).containsExactly(Map.of("limit", "5"));
	}

	/** Without state directories nobody keeps anything, which is no loss. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whatOutlivesAllMembersLiesInTheirDirectories(boolean kept, @TempDir Path directory) throws IOException {
		this.cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, SOURCES, TestCluster.SHORT_LEASE);
		startAll(kept, directory);
		metadata(leader()).set("limit", "5").toCompletableFuture().join();
		awaitShown(Map.of("limit", "5"), 3);
		this.cluster.contexts().forEach(ConfigurableApplicationContext::close);
		startAll(kept, directory);
		LeaderMetadata.Value value = metadata(leader()).get();
		assertThat(value.entries()).isEqualTo(kept ? Map.of("limit", "5") : Map.of());
		assertThat(value.lost()).isFalse();
		assertThat(running().flatMap((each) -> each.getBean(NodeMetadata.class).problems("default").stream()))
			.isEmpty();
	}

	private void startAll(boolean kept, Path directory) {
		for (int i = 0; i < 3; i++) {
			this.cluster.start(i, "leader-election.state-directory=" + (kept ? directory.resolve("node" + i) : ""));
		}
	}

	@Test
	void theLargestValueReachesAllMembers() throws IOException {
		start();
		metadata(leader()).update((entries) -> largest()).toCompletableFuture().join();
		awaitShown(largest(), 3);
	}

	private static Map<String, String> largest() {
		Map<String, String> largest = new TreeMap<>();
		for (int i = 0; i < LeaderMetadata.MOST_KEYS; i++) {
			largest.put("k%07d".formatted(i), "\u0001\"\u20ac\ud83d\ude00".repeat(56));
		}
		return largest;
	}

	@Test
	void anObserverShowsWhatItsMemberShowsAlsoAfterARestart() throws IOException {
		start();
		ConfigurableApplicationContext leader = leader();
		LeaderSequenceNumber set = metadata(leader).set("limit", "5").toCompletableFuture().join();
		try (ConfigurableApplicationContext observer = observe()) {
			awaitShown(observer, new LeaderMetadata.Value(Map.of("limit", "5"), set, false));
			assertThatExceptionOfType(LeaderMetadataException.class).isThrownBy(() -> metadata(observer).get())
				.withMessageContaining("this instance is an observer")
				.satisfies((failure) -> assertThat(failure.outcome()).isEqualTo(Outcome.REFUSED));
			assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> metadata(observer).set("limit", "6").toCompletableFuture().join())
				.havingCause()
				.isInstanceOf(LeaderMetadataException.class)
				.withMessageContaining("this instance is an observer");
			metadata(leader).set("limit", "6").toCompletableFuture().join();
			awaitShown(observer, metadata(leader).get());
			observer.stop();
			metadata(leader).set("limit", "7").toCompletableFuture().join();
			observer.start();
			awaitShown(observer, metadata(leader).get());
			leader.close();
			awaitShown(observer, metadata(leader()).get());
			metadata(leader()).update((entries) -> largest()).toCompletableFuture().join();
			awaitShown(observer, metadata(leader()).get());
			assertThat(observer.getBean(Heard.class).values).containsExactly(Map.of("limit", "5"), Map.of("limit", "6"),
					Map.of("limit", "7"), largest());
		}
		try (ConfigurableApplicationContext observer = observe()) {
			awaitShown(observer, metadata(leader()).get());
			assertThat(observer.getBean(Heard.class).values).containsExactly(largest());
		}
	}

	private ConfigurableApplicationContext observe() {
		String peers = this.cluster.ports()
			.stream()
			.map((port) -> "http://localhost:" + port)
			.collect(Collectors.joining(","));
		return new SpringApplicationBuilder(HeardConfiguration.class).web(WebApplicationType.NONE)
			.registerShutdownHook(false)
			.run("--spring.main.banner-mode=off", "--leader-election.observe=true", "--leader-election.peers=" + peers,
					"--" + TestCluster.WITHOUT_SECURITY);
	}

	/** What it shows, and what it has said by events. */
	private static void awaitShown(ConfigurableApplicationContext observer, LeaderMetadata.Value value) {
		Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
			assertThat(metadata(observer).lastKnown()).isEqualTo(value);
			assertThat(observer.getBean(Heard.class).values).last().isEqualTo(value.entries());
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class HeardConfiguration {

		@Bean
		Heard heard() {
			return new Heard();
		}

	}

	static class Heard {

		private final List<Map<String, String>> values = new CopyOnWriteArrayList<>();

		@EventListener
		void changed(LeaderMetadataChangedEvent event) {
			assertThat(event.group()).isEqualTo("default");
			this.values.add(event.value().entries());
		}

	}

}
