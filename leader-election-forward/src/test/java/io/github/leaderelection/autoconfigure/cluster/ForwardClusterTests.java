package io.github.leaderelection.autoconfigure.cluster;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.forward.ForwardOutcome;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.spring.ForwardToLeader;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests to whole applications that elect a leader.
 */
class ForwardClusterTests {

	static final String ORDERS = "spring.main.sources=" + OrdersConfiguration.class.getName();

	/** Longer than any election here. */
	static final String PATIENT = "leader-election.forward.max-wait=1m";

	private final HttpClient client = HttpClient.newHttpClient();

	private HttpResponse<String> send(String url, HttpRequest.Builder request) throws Exception {
		return this.client.send(request.uri(URI.create(url)).build(), BodyHandlers.ofString());
	}

	@Test
	void followersPassRequestsToTheLeaderAndToTheNextOneWhenItStops() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "/shop", "server.servlet.context-path=/shop", ORDERS, PATIENT,
				TestCluster.WITHOUT_SECURITY)
			.start()) {
			ConfigurableApplicationContext first = cluster.awaitLeader("default");
			ConfigurableApplicationContext follower = cluster.follower(first);
			String url = "http://localhost:" + cluster.port(follower) + "/shop/orders";
			HttpResponse<String> answer = send(url, HttpRequest.newBuilder().POST(BodyPublishers.ofString("tea")));
			assertThat(answer.body()).isEqualTo("tea at " + TestCluster.id(first));
			assertThat(follower.getBean(ForwardStatistics.class).count("default", ForwardOutcome.HANDLED)).isZero();
			first.close();
			HttpResponse<String> next = send(url, HttpRequest.newBuilder().GET());
			assertThat(next.statusCode()).isEqualTo(200);
			ConfigurableApplicationContext second = cluster.awaitLeader("default");
			assertThat(next.body()).isEqualTo("orders at " + TestCluster.id(second));
		}
	}

	@Test
	void clientIsAuthenticatedOnBothNodes() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", ORDERS, PATIENT, "spring.security.user.password=secret")
			.start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			ConfigurableApplicationContext follower = cluster.follower(leader);
			String url = "http://localhost:" + cluster.port(follower) + "/orders";
			assertThat(send(url, HttpRequest.newBuilder().GET()).statusCode()).isEqualTo(401);
			assertThat(follower.getBean(ForwardStatistics.class).count("default", ForwardOutcome.PROXIED)).isZero();
			String user = Base64.getEncoder().encodeToString("user:secret".getBytes());
			HttpResponse<String> answer = send(url,
					HttpRequest.newBuilder().GET().header("Authorization", "Basic " + user));
			assertThat(answer.body()).isEqualTo("orders at " + TestCluster.id(leader));
			assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
			assertThat(answer.headers().allValues("Cache-Control")).hasSize(1);
		}
	}

	@Test
	void everyGroupHasItsOwnLeader() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", PATIENT, TestCluster.WITHOUT_SECURITY,
				"leader-election.groups.reports.priority=2",
				"spring.main.sources=" + ReportsConfiguration.class.getName())
			.start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			ConfigurableApplicationContext reports = cluster.awaitLeader("reports");
			if (reports == leader) {
				TestCluster.elector(reports, "reports").resign().toCompletableFuture().get();
				reports = cluster.awaitLeader("reports");
			}
			for (ConfigurableApplicationContext context : cluster.contexts()) {
				HttpResponse<String> answer = send("http://localhost:" + cluster.port(context) + "/reports",
						HttpRequest.newBuilder().GET());
				assertThat(answer.body()).isEqualTo("reports at " + TestCluster.id(reports));
			}
		}
	}

	@Test
	void leaderWithAPortOfItsOwnIsReachedWhereItsApplicationIs() throws Exception {
		String port = "leader-election.transport.port=";
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, ORDERS,
				"leader-election.forward.max-wait=1s")) {
			ConfigurableApplicationContext worker = cluster.start(0, "spring.main.web-application-type=none",
					port + cluster.ports().get(0));
			String url = "http://localhost:" + cluster.port(cluster.start(1)) + "/orders";
			ConfigurableApplicationContext apart = cluster.start(2, port + cluster.ports().get(2), "server.port=0",
					"server.servlet.context-path=/shop");
			OwnPortClusterTests.lead(cluster, worker);
			HttpResponse<String> refusal = send(url, HttpRequest.newBuilder());
			assertThat(refusal.statusCode()).isEqualTo(503);
			assertThat(refusal.body()).contains("has no application that takes requests");
			OwnPortClusterTests.lead(cluster, apart);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(send(url, HttpRequest.newBuilder()).body())
					.isEqualTo("orders at " + TestCluster.id(apart)));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void observerPassesRequestsToTheLeaderAndToTheNextOne(WebApplicationType type) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY, ORDERS).start();
				ConfigurableApplicationContext observer = observe(type, cluster)) {
			String url = "http://localhost:" + cluster.port(observer) + "/orders";
			ConfigurableApplicationContext first = cluster.awaitLeader("default");
			assertThat(send(url, HttpRequest.newBuilder()).body()).isEqualTo("orders at " + TestCluster.id(first));
			ConfigurableApplicationContext second = cluster.follower(first);
			OwnPortClusterTests.lead(cluster, second);
			assertThat(send(url, HttpRequest.newBuilder()).body()).isEqualTo("orders at " + TestCluster.id(second));
		}
	}

	private static ConfigurableApplicationContext observe(WebApplicationType type, TestCluster cluster) {
		String peers = cluster.ports()
			.stream()
			.map((port) -> "http://localhost:" + port)
			.collect(Collectors.joining(","));
		return new SpringApplicationBuilder(TestCluster.Application.class, OrdersConfiguration.class).web(type)
			.registerShutdownHook(false)
			.run("--server.port=0", "--spring.main.banner-mode=off", "--leader-election.observe=true",
					"--leader-election.peers=" + peers, "--" + PATIENT, "--" + TestCluster.WITHOUT_SECURITY);
	}

	@Configuration(proxyBeanMethods = false)
	static class OrdersConfiguration {

		@Bean
		Orders orders(ElectionNode node) {
			return new Orders(node);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ReportsConfiguration {

		@Bean
		Reports reports(ElectionNode node) {
			return new Reports(node);
		}

	}

	@RestController
	@ForwardToLeader
	static class Orders {

		private final ElectionNode node;

		Orders(ElectionNode node) {
			this.node = node;
		}

		@PostMapping("/orders")
		@LeaderOnly(onFollower = OnFollower.THROW)
		String order(@RequestBody String what) {
			return what + " at " + this.node.id();
		}

		@GetMapping("/orders")
		String orders() {
			return "orders at " + this.node.id();
		}

	}

	@RestController
	static class Reports {

		private final ElectionNode node;

		Reports(ElectionNode node) {
			this.node = node;
		}

		@GetMapping("/reports")
		@ForwardToLeader("reports")
		String reports() {
			return "reports at " + this.node.id();
		}

	}

}
