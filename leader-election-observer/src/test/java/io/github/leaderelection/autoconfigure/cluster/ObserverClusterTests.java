package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster.Application;
import io.github.leaderelection.autoconfigure.cluster.TestCluster.Events;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.link.LinkStatus;
import io.github.leaderelection.internal.transport.link.TransportStatus;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application with {@code leader-election.observe=true} beside two members.
 */
class ObserverClusterTests {

	private final HttpClient client = HttpClient.newHttpClient();

	private TestCluster cluster;

	private ConfigurableApplicationContext observer;

	@AfterEach
	void stop() throws IOException {
		if (this.observer != null) {
			this.observer.close();
		}
		this.cluster.close();
	}

	private ConfigurableApplicationContext observe(WebApplicationType type, String... more) {
		String peers = this.cluster.ports()
			.stream()
			.map((port) -> "http://localhost:" + port)
			.collect(Collectors.joining(","));
		return new SpringApplicationBuilder(Application.class, WorkConfiguration.class).web(type)
			.registerShutdownHook(false)
			.properties(more)
			.run("--server.port=0", "--spring.main.banner-mode=off", "--leader-election.observe=true",
					"--leader-election.peers=" + peers, "--" + TestCluster.WITHOUT_SECURITY,
					"--management.endpoint.health.show-details=always",
					"--management.endpoint.leader.show-details=always");
	}

	private String get(String path) throws IOException, InterruptedException {
		return get(this.observer, path);
	}

	private String get(ConfigurableApplicationContext from, String path) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + this.cluster.port(from) + path))
			.build();
		HttpResponse<String> answer = this.client.send(request, BodyHandlers.ofString());
		assertThat(answer.statusCode()).as(path).isEqualTo(200);
		return answer.body();
	}

	private static String id(ConfigurableApplicationContext context) {
		return context.getBean(ElectionNode.class).id().value();
	}

	private void awaitSeen(ConfigurableApplicationContext leader) {
		LeaderElector elector = TestCluster.elector(this.observer, "default");
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.until(() -> elector.leader().map((known) -> known.id().value()).orElse("").equals(id(leader)));
	}

	private ConfigurableApplicationContext other(ConfigurableApplicationContext leader) {
		return this.cluster.contexts().stream().filter((each) -> each != leader).findFirst().orElseThrow();
	}

	private int observers() {
		return this.cluster.contexts()
			.stream()
			.filter(ConfigurableApplicationContext::isActive)
			.map((context) -> context.getBean(LinkStatus.class).now())
			.mapToInt(TransportStatus::observers)
			.sum();
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void followsAndAnswersAsAFollowerWhoeverLeads(WebApplicationType type) throws Exception {
		this.cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY,
				"spring.main.sources=" + WorkConfiguration.class.getName())
			.start();
		ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
		this.observer = observe(type);
		awaitSeen(leader);
		LeaderElector elector = TestCluster.elector(this.observer, "default");
		assertThat(elector.isLeader()).isFalse();
		assertThat(this.observer.getBean(Work.class).lead()).as("on an observer").isNull();
		// It sees a view before the member counts it.
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> observers() == 1);
		assertThat(get(leader, "/actuator/leader") + get(other(leader), "/actuator/leader"))
			.containsOnlyOnce("\"observers\":1,")
			.doesNotContain("\"observer\":");
		assertThat(this.cluster.contexts())
			.allSatisfy((member) -> assertThat(TestCluster.elector(member, "default").status().members()).hasSize(1));

		String status = get("/actuator/leader");
		assertThat(status).contains("\"observer\":true", "\"role\":\"FOLLOWER\"", "\"leading\":false",
				"\"standalone\":false", "\"leader\":{\"id\":\"" + id(leader) + "\",\"url\":\"http://localhost:");
		this.cluster.ports().forEach((port) -> assertThat(status).contains("\"id\":\"localhost:" + port + "\""));
		assertThat(get("/actuator/health")).contains("\"observer\":true", "\"leader\":\"" + id(leader) + "\"");

		TestCluster.elector(leader, "default").transferTo(NodeId.of(id(other(leader)))).toCompletableFuture().join();
		ConfigurableApplicationContext next = this.cluster.awaitLeader("default");
		assertThat(next).isNotSameAs(leader);
		awaitSeen(next);
		List<Object> heard = this.observer.getBean(Events.class).heard();
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(heard).filteredOn(LeaderChangedEvent.class::isInstance)
				.extracting((event) -> String.valueOf(((LeaderChangedEvent) event).leader()))
				.startsWith(id(leader))
				.endsWith(id(next)));
		assertThat(heard).noneMatch(LeadershipGrantedEvent.class::isInstance);
	}

	@Test
	void withoutALeaderAnObserverSaysWhyInItsHealth() throws IOException {
		this.cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY);
		this.observer = observe(WebApplicationType.NONE);
		LeaderHealthIndicator health = this.observer.getBean(LeaderHealthIndicator.class);
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.untilAsserted(() -> assertThat(health.health().getDetails().get("problems").toString())
				.contains("no link with a member"));
		assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
	}

	@Test
	void aMemberCannotObserve() throws IOException {
		this.cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY);
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> this.cluster.start(0, "leader-election.observe=true"))
			.havingRootCause()
			.isInstanceOf(InvalidElectionConfigurationException.class)
			.withMessageContaining("listens on port " + this.cluster.ports().get(0));
	}

	@Configuration(proxyBeanMethods = false)
	static class WorkConfiguration {

		@Bean
		Work work(ElectionNode node) {
			return new Work(node);
		}

	}

	@RestController
	static class Work {

		private final ElectionNode node;

		Work(ElectionNode node) {
			this.node = node;
		}

		@LeaderOnly
		String lead() {
			return "led";
		}

	}

}
