package io.github.leaderelection.autoconfigure.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.GroupDescriptor;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.spring.MemberChangedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole applications in which the oldest member leads.
 */
class EmergentClusterTests {

	private static final String[] PROPERTIES = { TestCluster.WITHOUT_SECURITY, "leader-election.algorithm=emergent",
			"leader-election.emergent.minimum-cluster-size=2" };

	@Test
	void agesAreShownAndMembersAreToldOf() throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", PROPERTIES).start()) {
			ConfigurableApplicationContext oldest = cluster.awaitLeader("default");
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(endpoint(oldest).members()).extracting((member) -> member.age())
					.doesNotContainNull());
			assertThat(endpoint(oldest).promises()).contains(Promise.S2).doesNotContain(Promise.L2);
			Long age = endpoint(oldest).age();
			assertThat(endpoint(oldest).members()).hasSize(2)
				.allSatisfy((member) -> assertThat(member.age()).isGreaterThan(age));
			List<Object> heard = oldest.getBean(TestCluster.Events.class).heard();
			ConfigurableApplicationContext other = cluster.contexts()
				.stream()
				.filter((context) -> context != oldest)
				.findFirst()
				.orElseThrow();
			NodeId gone = other.getBean(ElectionNode.class).id();
			other.close();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(heard).anySatisfy(
						(event) -> assertThat(event).isInstanceOfSatisfying(MemberChangedEvent.class, (changed) -> {
							assertThat(changed.member()).isEqualTo(gone);
							assertThat(changed.state()).isEqualTo(MemberState.DOWN);
						})));
			assertThat(cluster.leaders("default")).containsExactly(oldest);
		}
	}

	@Test
	void belowTheMinimumNobodyLeadsAndTheEndpointSaysWhy() throws Exception {
		List<String> properties = new ArrayList<>(List.of(PROPERTIES));
		properties.add(TestCluster.SHORT_LEASE);
		try (TestCluster cluster = new TestCluster(3, "", properties.toArray(String[]::new)).start()) {
			ConfigurableApplicationContext oldest = cluster.awaitLeader("default");
			cluster.contexts().stream().filter((context) -> context != oldest).forEach((context) -> context.close());
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(TestCluster.elector(oldest, "default").status().quorum())
					.isEqualTo(new ElectionStatus.Quorum(2, 1)));
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> cluster.leaders("default").isEmpty());
			assertThat(endpoint(oldest).problems()).anyMatch((problem) -> problem.contains("minimum-cluster-size"));
		}
	}

	private static GroupDescriptor endpoint(ConfigurableApplicationContext context) {
		return Objects.requireNonNull(context.getBean(LeaderEndpoint.class).group("default"));
	}

}
