package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.spring.LeaderBroadcastEvent;
import io.github.leaderelection.spring.LeaderChangedEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.MemberDownEvent;
import io.github.leaderelection.spring.MemberSuspectedEvent;
import io.github.leaderelection.spring.MemberUpEvent;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole applications that elect a leader, over any transport.
 */
@ExtendWith(OutputCaptureExtension.class)
abstract class ClusterTests {

	private final String transport;

	/**
	 * Tests a transport.
	 * @param type the value of its key
	 */
	ClusterTests(String type) {
		this.transport = "leader-election.transport.type=" + type;
	}

	private TestCluster cluster(int size, String basePath, String... properties) throws IOException {
		List<String> all = new ArrayList<>(List.of(properties));
		all.add(TestCluster.WITHOUT_SECURITY);
		all.add(this.transport);
		return new TestCluster(size, basePath, all.toArray(String[]::new));
	}

	@Test
	void threeNodesElectOneLeaderAndAnotherWhenItStops(CapturedOutput output) throws Exception {
		try (TestCluster cluster = cluster(3, "", "spring.main.sources=" + BreakersConfiguration.class.getName())
			.start()) {
			ConfigurableApplicationContext first = cluster.awaitLeader("default");
			assertThat(first.getBean(CircuitBreakerRegistry.class).getAllCircuitBreakers())
				.anyMatch((breaker) -> breaker.getName().startsWith("leader-election-"));
			long token = TestCluster.elector(first, "default").leadership().orElseThrow().fencingToken();
			NodeId firstId = first.getBean(ElectionNode.class).id();
			assertThat(firstId).isEqualTo(NodeId.of("localhost:" + cluster.port(first)));
			TestCluster.elector(first, "default").broadcasts().send("batch 17").toCompletableFuture().join();
			isHeardByAll(cluster, new LeaderBroadcast(firstId, token, 1, "batch 17"));
			first.close();
			assertThat(first.getBeanFactory().getSingletonNames()).doesNotContain("electionNode");
			ConfigurableApplicationContext second = cluster.awaitLeader("default");
			assertThat(second).isNotSameAs(first);
			assertThat(TestCluster.elector(second, "default").leadership().orElseThrow().fencingToken())
				.isGreaterThan(token);
			TestCluster.Events events = second.getBean(TestCluster.Events.class);
			assertThat(events.heard())
				.anySatisfy((event) -> assertThat(event).isInstanceOfSatisfying(LeaderChangedEvent.class, (changed) -> {
					assertThat(changed.leader()).isEqualTo(firstId);
					assertThat(changed.term()).isPositive();
				}));
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(events.heard())
					.anySatisfy((event) -> assertThat(event).isInstanceOf(LeadershipGrantedEvent.class)));
			assertThat(output).contains("is one of 3").doesNotContain("TWO nodes").doesNotContain("even number");
			isMissed(second, firstId, events);
		}
	}

	private static void isHeardByAll(TestCluster cluster, LeaderBroadcast said) {
		for (ConfigurableApplicationContext each : cluster.contexts()) {
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(each.getBean(TestCluster.Events.class).heard())
					.filteredOn(LeaderBroadcastEvent.class::isInstance)
					.singleElement()
					.satisfies((event) -> {
						LeaderBroadcastEvent heard = (LeaderBroadcastEvent) event;
						assertThat(
								new LeaderBroadcast(heard.leader(), heard.fencingToken(), heard.number(), heard.text()))
							.isEqualTo(said);
						assertThat(heard.node()).isEqualTo(each.getBean(ElectionNode.class).id());
					}));
			assertThat(TestCluster.elector(each, "default").broadcasts().last()).contains(said);
		}
	}

	private static void isMissed(ConfigurableApplicationContext leader, NodeId gone, TestCluster.Events events) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(events.heard()).anySatisfy((event) -> assertThat(event)
				.isInstanceOfSatisfying(MemberDownEvent.class, (down) -> assertThat(down.member()).isEqualTo(gone))));
		assertThat(events.heard()).filteredOn(MemberDownEvent.class::isInstance)
			.singleElement()
			.satisfies((event) -> assertThat(((MemberDownEvent) event).observers()).isEqualTo(2));
		assertThat(events.heard()).filteredOn(MemberSuspectedEvent.class::isInstance)
			.extracting((event) -> ((MemberSuspectedEvent) event).member())
			.containsExactly(gone);
		assertThat(events.heard()).filteredOn(MemberUpEvent.class::isInstance).hasSize(2);
		assertThat(leader.getBean(LeaderEndpoint.class).group("default").members())
			.filteredOn((member) -> member.id().equals(gone.value()))
			.singleElement()
			.satisfies((member) -> {
				assertThat(member.state()).isEqualTo(MemberState.DOWN);
				assertThat(member.suspected()).isTrue();
				assertThat(member.suspectedBy()).hasSize(2).doesNotContain(gone.value());
			});
	}

	@Test
	void severalGroupsElectOverTheSameLinksUnderAContextPath() throws Exception {
		try (TestCluster cluster = cluster(3, "/app", "server.servlet.context-path=/app",
				"leader-election.groups.billing.priority=2", "leader-election.transport.path=/peers",
				"leader-election.transport.secret=of-all-three-of-them")
			.start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			ConfigurableApplicationContext billing = cluster.awaitLeader("billing");
			LeaderElector elector = TestCluster.elector(billing, "billing");
			elector.resign().toCompletableFuture().get();
			ConfigurableApplicationContext next = cluster.awaitLeader("billing");
			assertThat(next).isNotSameAs(billing);
			assertThat(cluster.leaders("default")).containsExactly(leader);
			// Two elect, and may find the third later.
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
				ElectionStatus status = TestCluster.elector(next, "billing").status();
				assertThat(status.members()).hasSize(2).allMatch(ElectionStatus.MemberStatus::connected);
				assertThat(status.quorum()).isEqualTo(new ElectionStatus.Quorum(2, 3));
			});
		}
	}

	@Test
	void twoNodesAreWarnedOfAndDoNotLeadAlone(CapturedOutput output) throws Exception {
		try (TestCluster cluster = cluster(2, "")) {
			ConfigurableApplicationContext only = cluster.start(0);
			LeaderElector elector = TestCluster.elector(only, "default");
			Awaitility.await()
				.during(Duration.ofSeconds(2))
				.atMost(Standalone.PATIENCE)
				.until(() -> !elector.isLeader() && elector.leader().isEmpty());
			assertThat(output).contains("is one of TWO nodes");
			cluster.start(1);
			cluster.awaitLeader("default");
		}
	}

	@Test
	void nodeRejoinsWhenItsContextIsStoppedAndStarted() throws Exception {
		try (TestCluster cluster = cluster(3, "").start()) {
			ConfigurableApplicationContext leader = cluster.awaitLeader("default");
			for (int round = 0; round < 2; round++) {
				leader.stop();
				assertThat(TestCluster.elector(leader, "default").isLeader()).isFalse();
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> cluster.leaders("default").size() == 1);
				leader.start();
				cluster.awaitLeader("default");
				LeaderElector elector = TestCluster.elector(leader, "default");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> elector.status().members().stream().allMatch(ElectionStatus.MemberStatus::connected));
			}
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class BreakersConfiguration {

		@Bean
		CircuitBreakerRegistry circuitBreakerRegistry() {
			return CircuitBreakerRegistry.ofDefaults();
		}

	}

}
