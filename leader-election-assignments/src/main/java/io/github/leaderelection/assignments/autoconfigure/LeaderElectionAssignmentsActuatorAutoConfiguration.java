package io.github.leaderelection.assignments.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.assignment.actuate.AssignmentMetrics;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsHealthIndicator;
import io.github.leaderelection.internal.assignment.actuate.AssignmentsPart;
import io.github.leaderelection.internal.assignment.application.KeptPins;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@link AutoConfiguration Auto-configuration} for what operators see of assignments: a
 * part of the endpoint {@code leader}, the health indicator {@code leaderAssignments} and
 * the meters {@code leader.assignments}.
 */
@AutoConfiguration(after = LeaderElectionAssignmentsAutoConfiguration.class,
		beforeName = { "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration",
				"org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration" })
@ConditionalOnBean({ ElectionNode.class, NodeAssignments.class })
public final class LeaderElectionAssignmentsActuatorAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		@ConditionalOnMissingBean
		AssignmentsPart leaderAssignmentsPart(ElectionNode node, NodeAssignments assignments,
				ObjectProvider<KeptPins> kept) {
			return new AssignmentsPart(node, assignments.groups(), kept.getIfAvailable());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	static class HealthConfiguration {

		@Bean
		@ConditionalOnEnabledHealthIndicator("leader-assignments")
		@ConditionalOnMissingBean(name = "leaderAssignmentsHealthIndicator")
		AssignmentsHealthIndicator leaderAssignmentsHealthIndicator(NodeAssignments assignments) {
			return new AssignmentsHealthIndicator(assignments.groups());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ MeterRegistry.class, MetricsAutoConfiguration.class })
	static class MetricsConfiguration {

		@Bean
		@ConditionalOnMissingBean
		AssignmentMetrics leaderAssignmentsMetrics(NodeAssignments assignments) {
			return new AssignmentMetrics(assignments.groups());
		}

	}

}
