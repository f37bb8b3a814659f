package io.github.leaderelection.system;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One of three is no majority.
 */
class LonelyNodeIT {

	@Test
	void nodeAloneDoesNotLeadAndItsHealthSaysWhy() throws IOException {
		ClusterSpec spec = ClusterSpec.ofThree("lonely");
		try (Cluster cluster = new Cluster(spec)) {
			NodeProcess node = cluster.nodes().get(0);
			cluster.start(List.of(node));
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(health(node).path("details").toString())
					.contains("Only 1 of 3 members can be reached, but a leader needs 2"));
			assertThat(health(node).path("status").asString()).isEqualTo("UP");
			JsonNode group = Http.json(node, "/actuator/leader").path("groups").path("default");
			assertThat(group.path("leader").isNull()).isTrue();
			assertThat(group.path("quorum").path("required").asInt()).isEqualTo(2);
			assertThat(group.path("quorum").path("reachable").asInt()).isEqualTo(1);

			cluster.start(List.of(cluster.nodes().get(1)));
			cluster.awaitLeader();
			Awaitility.await()
				.atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(health(node).path("details").has("problems")).isFalse());
			assertThat(cluster.grants()).hasSize(1);
		}
	}

	private static JsonNode health(NodeProcess node) throws IOException {
		return Http.json(node, "/actuator/health").path("components").path("leader");
	}

}
