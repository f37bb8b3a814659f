package io.github.leaderelection.autoconfigure.eligibility;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No requests before a node knows a leader, or votes, where that is asked for: it is not
 * ready until then, and stays ready through every later election.
 */
class ReadinessTests {

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void aNodeIsNotReadyBeforeItKnowsALeaderAndStaysReadyWhenThatLeaderIsGone() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, TestCluster.SHORT_LEASE,
				"management.endpoint.health.group.readiness.include=readinessState,leaderKnown")) {
			ConfigurableApplicationContext first = cluster.start(0);
			assertThat(readiness(cluster, first)).as("one of three has no quorum").isEqualTo(503);
			assertThat(get(cluster, first, "/actuator/health/liveness").statusCode()).isEqualTo(200);
			ConfigurableApplicationContext second = cluster.start(1);
			cluster.awaitLeader("default");
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> readiness(cluster, first) == 200);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> readiness(cluster, second) == 200);
			second.close();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> TestCluster.elector(first, "default").leader().isEmpty());
			assertThat(readiness(cluster, first)).as("an election is no reason to send requests elsewhere")
				.isEqualTo(200);
		}
	}

	@Test
	void aNodeIsNotReadyBeforeItVotesAndThenIsThoughNobodyLeads() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY,
				"leader-election.lease-duration=2s",
				"management.endpoint.health.group.readiness.include=readinessState,leaderParticipant")) {
			ConfigurableApplicationContext first = cluster.start(0);
			assertThat(readiness(cluster, first)).as("promises of before may live").isEqualTo(503);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> readiness(cluster, first) == 200);
			assertThat(TestCluster.elector(first, "default").leader()).isEmpty();
		}
	}

	private int readiness(TestCluster cluster, ConfigurableApplicationContext context) throws Exception {
		return get(cluster, context, "/actuator/health/readiness").statusCode();
	}

	private HttpResponse<String> get(TestCluster cluster, ConfigurableApplicationContext context, String path)
			throws IOException, InterruptedException {
		URI uri = URI.create("http://localhost:" + cluster.port(context) + path);
		return this.client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
	}

}
