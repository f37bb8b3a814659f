package io.github.leaderelection.internal.assignment.actuate;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsActuatorAutoConfiguration;
import io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AssignmentMetrics} and {@link AssignmentsHealthIndicator} in a node
 * that leads alone.
 */
class AssignmentMetricsTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAssignmentsAutoConfiguration.class,
				LeaderElectionAssignmentsActuatorAutoConfiguration.class))
		.withPropertyValues("leader-election.lease-duration=500ms", "leader-election.assignments.orders.partitions=3",
				"leader-election.assignments.idle.partitions=2", "leader-election.assignments.idle.capacity=0");

	private static double gauge(MeterRegistry registry, String name, String assignment) {
		return registry.get("leader.assignments." + name)
			.tag("group", "default")
			.tag("assignment", assignment)
			.gauge()
			.value();
	}

	@Test
	void metersShowWhatIsOwnedHereAndOnTheLeaderWhatIsNot() {
		this.runner.run((context) -> {
			MeterRegistry registry = new SimpleMeterRegistry();
			context.getBean(AssignmentMetrics.class).bindTo(registry);
			NodeAssignments assignments = context.getBean(NodeAssignments.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> assignments.owned("orders").owned().size() == 3);
			assertThat(gauge(registry, "owned", "orders")).isEqualTo(3);
			assertThat(gauge(registry, "owned", "idle")).isZero();
			assertThat(gauge(registry, "unowned", "orders")).isZero();
			assertThat(gauge(registry, "unowned", "idle")).isEqualTo(2);
			assertThat(gauge(registry, "workers", "orders")).isEqualTo(1);
			assertThat(gauge(registry, "workers", "idle")).isZero();
			assertThat(gauge(registry, "skew", "orders")).isZero();
			assertThat(gauge(registry, "refusals", "orders")).isZero();
			assertThat(registry.get("leader.assignments.conflicts").tag("group", "default").functionCounter().count())
				.isZero();
			assertThat(registry.get("leader.assignments.answer.age").tag("group", "default").timeGauge().value())
				.isLessThan(60);
			assertThat(registry.get("leader.assignments.gap").tag("assignment", "orders").functionTimer().count())
				.isEqualTo(3);
			context.getBean("leaderElector", LeaderElector.class).eligibility().pause().toCompletableFuture().join();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> Double.isNaN(gauge(registry, "unowned", "orders")));
			assertThat(gauge(registry, "workers", "orders")).isNaN();
			assertThat(gauge(registry, "skew", "orders")).isNaN();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> gauge(registry, "owned", "orders") == 0);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> moves(registry, OwnershipEnd.EXPIRED) == 3);
			assertThat(moves(registry, OwnershipEnd.MOVED)).isZero();
			assertThat(registry.get("leader.assignments.drain").tag("assignment", "orders").functionTimer().count())
				.isZero();
		});
	}

	private static double moves(MeterRegistry registry, OwnershipEnd why) {
		return registry.get("leader.assignments.moves")
			.tag("assignment", "orders")
			.tag("reason", why.name())
			.functionCounter()
			.count();
	}

	@Test
	void healthShowsWhatLastsTooLongAndIsUp() {
		this.runner.run((context) -> {
			AssignmentsHealthIndicator health = context.getBean(AssignmentsHealthIndicator.class);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(health.health().getDetails()).containsEntry("default",
						Map.of("unowned", Map.of("idle", List.of("p0", "p1")))));
			assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
			LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
			assertThat(elector.status().problems()).anySatisfy((problem) -> assertThat(problem)
				.startsWith("No instance owns p0, p1 of assignment 'idle': no instance has capacity"));
			elector.eligibility().pause().toCompletableFuture().join();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(health.health().getDetails()).hasEntrySatisfying("default",
						(details) -> assertThat(details.toString()).startsWith("{unansweredFor=PT")));
			assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
		});
	}

	@Test
	void withoutActuatorOrMicrometerThereIsNothing() {
		this.runner.withClassLoader(new FilteredClassLoader(HealthIndicator.class, MeterRegistry.class, Endpoint.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(NodeAssignments.class)
				.doesNotHaveBean(AssignmentsHealthIndicator.class)
				.doesNotHaveBean(AssignmentMetrics.class));
	}

}
