package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.AssignmentGrantedEvent;
import io.github.leaderelection.assignments.AssignmentRevokedEvent;
import io.github.leaderelection.assignments.AssignmentsChangedEvent;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsPart;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Pin;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three applications in one JVM share partitions over real links.
 */
class AssignmentsClusterTests {

	private static final Set<String> ALL = new TreeSet<>(IntStream.range(0, 8).mapToObj((each) -> "p" + each).toList());

	private TestCluster cluster;

	@BeforeEach
	void create() throws IOException {
		Work.running.clear();
		Work.twice.clear();
		this.cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY, TestCluster.SHORT_LEASE,
				"leader-election.assignments.orders.partitions=8",
				"spring.main.sources=" + WorkConfiguration.class.getName());
	}

	@AfterEach
	void stop() throws IOException {
		if (this.cluster != null) {
			this.cluster.close();
		}
	}

	private Stream<ConfigurableApplicationContext> running() {
		return this.cluster.contexts().stream().filter(ConfigurableApplicationContext::isActive);
	}

	private static List<String> owned(ConfigurableApplicationContext context) {
		return context.getBean(AssignedPartitions.class).owned().stream().map(AssignedPartition::name).toList();
	}

	private void awaitEachOwnedOnce(int least, int most) {
		Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
			List<String> all = new ArrayList<>();
			assertThat(running()).allSatisfy((each) -> {
				List<String> owned = owned(each);
				all.addAll(owned);
				assertThat(owned).hasSizeBetween(least, most);
			});
			assertThat(all).containsExactlyInAnyOrderElementsOf(ALL);
		});
	}

	private void awaitEachCalled() {
		running().forEach((each) -> each.getBean(Heard.class).called.clear());
		Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
			Set<String> called = new TreeSet<>();
			running().forEach((each) -> called.addAll(each.getBean(Heard.class).called));
			assertThat(called).isEqualTo(ALL);
		});
	}

	private static Map<String, String> pins(ConfigurableApplicationContext context) {
		return context.getBean(NodeAssignments.class)
			.groups()
			.get("default")
			.report()
			.state()
			.pins()
			.stream()
			.collect(Collectors.toMap(Pin::name, Pin::worker));
	}

	private static void request(ConfigurableApplicationContext leader, String action, String partition, String to) {
		assertThat(leader.getBean(AssignmentsPart.class).request("default", action, "orders", partition, to).message())
			.endsWith("Later leaders know of it, too, whatever they have configured");
	}

	/** At the first start no leader knows the metadata before all members have come. */
	@Test
	void nothingMovesForBalanceBeforeTheMetadataAreKnown() {
		this.cluster.start(0);
		this.cluster.start(1);
		ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
		awaitEachOwnedOnce(4, 4);
		try (ConfigurableApplicationContext observer = observer("partitions=8")) {
			GroupPart part = leader.getBean(NodeAssignments.class).groups().get("default");
			LeaderState planned = Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> part.report().state().leader(),
						(leads) -> leads != null && leads.starts().size() == 3 && !leads.changed());
			String worker = TestCluster.id(observer);
			assertThat(planned.book()).hasSize(8)
				.noneMatch((each) -> each.owned().release() || each.worker().equals(worker));
			assertThat(part.report().state().pinsKnown()).isZero();
			assertThat(leader.getBean(LeaderElector.class).status().problems())
				.anyMatch((problem) -> problem.startsWith("This leader does not know the newest metadata"));
			assertThat(leader.getBean(AssignmentsPart.class).request("default", "move", "orders", "p3", worker))
				.satisfies((answer) -> assertThat(answer.outcome()).isEqualTo(Outcome.IN_PROGRESS))
				.satisfies((answer) -> assertThat(answer.message()).contains("it was not kept"));
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(owned(observer)).containsExactly("p3"));
			this.cluster.start(2);
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(owned(observer)).hasSize(2));
		}
		awaitEachOwnedOnce(2, 3);
	}

	@Test
	void whatIsPinnedAtTheEndpointOutlivesTheLeader() throws IOException {
		this.cluster.start();
		ConfigurableApplicationContext first = this.cluster.awaitLeader("default");
		ConfigurableApplicationContext other = this.cluster.follower(first);
		String worker = TestCluster.id(other);
		request(first, "pin", "p3", worker);
		request(first, "pin", "p4", worker);
		request(first, "unpin", "p4", null);
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(running().map(AssignmentsClusterTests::pins)).containsOnly(Map.of("p3", worker)));
		first.close();
		assertThat(pins(this.cluster.awaitLeader("default"))).isEqualTo(Map.of("p3", worker));
		ConfigurableApplicationContext later = this.cluster.start(this.cluster.contexts().indexOf(first));
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(pins(later)).isEqualTo(Map.of("p3", worker)));
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void eachPartitionHasOneOwnerAndAStopHandsItsPartitionsOver(boolean leaderStops) throws IOException {
		this.cluster.start();
		awaitEachOwnedOnce(2, 3);
		awaitEachCalled();
		ConfigurableApplicationContext leader = this.cluster.awaitLeader("default");
		ConfigurableApplicationContext leaving = leaderStops ? leader : this.cluster.follower(leader);
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(leader.getBean(Heard.class).settled()).last()
				.satisfies((event) -> assertThat(event.owners().values()).hasSize(3)
					.allMatch((names) -> names.size() == 2 || names.size() == 3)));
		Heard left = leaving.getBean(Heard.class);
		List<ConfigurableApplicationContext> others = running().filter((each) -> each != leaving).toList();
		List<List<AssignmentRevokedEvent>> before = others.stream()
			.map((each) -> List.copyOf(each.getBean(Heard.class).revoked()))
			.toList();
		leaving.close();
		awaitEachOwnedOnce(4, 4);
		awaitEachCalled();

		assertThat(left.revoked()).filteredOn((each) -> each.reason() == OwnershipEnd.STOPPED).hasSizeBetween(2, 3);
		assertThat(left.toldByPartition().values()).isNotEmpty()
			.allMatch((told) -> told.matches("assigned( revoking)? revoked( assigned( revoking)? revoked)*"));
		assertThat(left.granted()).extracting(AssignmentGrantedEvent::token)
			.containsExactlyInAnyOrderElementsOf(left.revoked().stream().map(AssignmentRevokedEvent::token).toList());
		assertThat(others).extracting((each) -> List.copyOf(each.getBean(Heard.class).revoked())).isEqualTo(before);
		assertThat(Work.twice).as("partitions with two owners").isEmpty();
	}

	/** It has no link to the leader, and asks it by requests that the leader holds. */
	@Test
	void anObserverOwnsItsShareTooAlsoAfterARestart() throws IOException {
		this.cluster.start();
		awaitEachOwnedOnce(2, 3);
		try (ConfigurableApplicationContext observer = observer("partitions=4")) {
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(owned(observer)).hasSize(2));
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(observer.getBean(Heard.class).called)
					.containsExactlyInAnyOrderElementsOf(owned(observer)));
			assertThat(observer.getBean(Heard.class).granted()).hasSize(2);
			observer.stop();
			awaitEachOwnedOnce(2, 3);
			assertThat(owned(observer)).isEmpty();
			observer.start();
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(owned(observer)).hasSize(2));
			assertThat(observer.getBean(LeaderElector.class).status().problems())
				.singleElement(InstanceOfAssertFactories.STRING)
				.startsWith("This instance has 4 partitions of assignment 'orders', and the leader 8 partitions");
		}
		awaitEachOwnedOnce(2, 3);
		assertThat(Work.twice).as("partitions with two owners").isEmpty();
	}

	private ConfigurableApplicationContext observer(String orders) {
		String peers = this.cluster.ports()
			.stream()
			.map((port) -> "http://localhost:" + port)
			.collect(Collectors.joining(","));
		return new SpringApplicationBuilder(ObservingApplication.class, WorkConfiguration.class)
			.registerShutdownHook(false)
			.run("--server.port=0", "--spring.main.banner-mode=off", "--leader-election.observe=true",
					"--leader-election.peers=" + peers, "--" + TestCluster.WITHOUT_SECURITY,
					"--" + TestCluster.SHORT_LEASE, "--leader-election.assignments.orders." + orders);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class WorkConfiguration {

		@Bean
		Heard heard() {
			return new Heard();
		}

		@Bean
		Work work(Heard heard, @Qualifier("orders") AssignedPartitions orders) {
			assertThat(orders.assignment()).isEqualTo("orders");
			return new Work(heard);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ObservingApplication {

	}

	static class Work {

		/** By all applications of this virtual machine. */
		static final Map<String, Work> running = new ConcurrentHashMap<>();

		static final List<String> twice = new CopyOnWriteArrayList<>();

		private final Heard heard;

		Work(Heard heard) {
			this.heard = heard;
		}

		@Scheduled(fixedDelay = 5)
		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
			if (running.putIfAbsent(partition.name(), this) != null) {
				twice.add(partition.name());
			}
			partition.checkStillOwned();
			this.heard.called.add(partition.name());
			running.remove(partition.name(), this);
		}

	}

	static class Heard implements PartitionListener {

		final Set<String> called = ConcurrentHashMap.newKeySet();

		private final List<String> told = new CopyOnWriteArrayList<>();

		private final List<Object> published = new CopyOnWriteArrayList<>();

		@Override
		public void onAssigned(AssignedPartition partition) {
			this.told.add(partition.name() + " assigned");
		}

		@Override
		public void onRevoking(AssignedPartition partition) {
			this.told.add(partition.name() + (partition.isOwned() ? " revoking" : " lost"));
		}

		@Override
		public void onRevoked(AssignedPartition partition, OwnershipEnd why) {
			this.told.add(partition.name() + (partition.isOwned() ? " owned" : " revoked"));
		}

		@EventListener({ AssignmentGrantedEvent.class, AssignmentRevokedEvent.class, AssignmentsChangedEvent.class })
		void hear(Object event) {
			this.published.add(event);
		}

		List<AssignmentGrantedEvent> granted() {
			return of(AssignmentGrantedEvent.class);
		}

		List<AssignmentsChangedEvent> settled() {
			return of(AssignmentsChangedEvent.class);
		}

		List<AssignmentRevokedEvent> revoked() {
			return of(AssignmentRevokedEvent.class);
		}

		private <T> List<T> of(Class<T> type) {
			return this.published.stream().filter(type::isInstance).map(type::cast).toList();
		}

		Map<String, String> toldByPartition() {
			Map<String, String> byName = new TreeMap<>();
			this.told.forEach(
					(each) -> byName.merge(each.split(" ")[0], each.split(" ")[1], (all, next) -> all + " " + next));
			return byName;
		}

	}

}
