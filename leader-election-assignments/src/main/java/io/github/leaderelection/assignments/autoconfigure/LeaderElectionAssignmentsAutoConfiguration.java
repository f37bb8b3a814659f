package io.github.leaderelection.assignments.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionWorkersAutoConfiguration;
import io.github.leaderelection.internal.assignment.application.KeptPins;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.internal.assignment.application.OwnershipTimes;
import io.github.leaderelection.internal.assignment.work.PartitionedMethods;
import io.github.leaderelection.internal.assignment.work.PartitionedWorkAdvisor;
import io.github.leaderelection.internal.eligibility.Objections;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.internal.settings.ClusterName;
import io.github.leaderelection.internal.settings.PeerBundle;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.internal.transport.held.WorkerQuestions;
import io.github.leaderelection.internal.transport.spi.Protection;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for assignments. If leader election is
 * disabled, this instance owns nothing.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class },
		afterName = "io.github.leaderelection.metadata.autoconfigure.LeaderElectionMetadataAutoConfiguration",
		before = LeaderElectionWorkersAutoConfiguration.class)
@ImportRuntimeHints(AssignmentHints.class)
@EnableConfigurationProperties({ AssignmentsProperties.class, LeaderElectionProperties.class })
public final class LeaderElectionAssignmentsAutoConfiguration {

	static final String ASSIGNMENTS = "leaderElectionAssignments";

	@Bean(ASSIGNMENTS)
	@ConditionalOnMissingBean
	NodeAssignments leaderElectionAssignments(AssignmentsProperties properties, LeaderElectionProperties election,
			Environment environment, ObjectProvider<PartitionSource> sources,
			ObjectProvider<PartitionListener> listeners, ObjectProvider<ElectionNode> node,
			ObjectProvider<Objections> objections, ObjectProvider<SslBundles> bundles,
			ApplicationEventPublisher events) {
		return new NodeAssignments(ConfiguredAssignments.read(environment, election),
				new OwnershipTimes(properties.ownership().lease(), properties.ownership().waiting()),
				() -> sources.orderedStream().toList(), () -> listeners.orderedStream().toList(), node::getObject,
				(self) -> new WorkerChannel(ClusterName.of(environment, election.cluster()).name(), self,
						protection(election.transport(), bundles), election.transport().path()),
				objections::getObject, events::publishEvent);
	}

	private static Protection protection(LeaderElectionProperties.Transport transport,
			ObjectProvider<SslBundles> bundles) {
		return new Protection(transport.secret(), transport.previousSecret(), PeerBundle.tls(PeerBundle.TRANSPORT_KEY,
				transport.ssl().bundle(), false, false, bundles::getIfAvailable));
	}

	/** Opens the path of workers, which asks for such a bean. */
	@Bean
	@Conditional(OnAssignments.class)
	WorkerQuestions leaderElectionWorkerQuestions(NodeAssignments assignments) {
		return assignments.questions();
	}

	@Bean
	@ConditionalOnBooleanProperty("leader-election.observe")
	ObservingLifecycle leaderElectionObservingAssignments(NodeAssignments assignments,
			ObjectProvider<ElectionNode> node, LeaderElectionProperties election, Environment environment) {
		return new ObservingLifecycle(() -> node.ifAvailable((present) -> assignments
			.observe(ClusterName.of(environment, election.cluster()).name(), present.id(), election.leaseDuration())));
	}

	@Bean
	static AssignmentsRegistrar leaderElectionAssignmentsRegistrar(Environment environment) {
		return new AssignmentsRegistrar(environment);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PartitionedMethods leaderElectionPartitionedMethods(Environment environment) {
		return new PartitionedMethods(ConfiguredAssignments.bind(environment).keySet());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PartitionedWorkAdvisor leaderElectionPartitionedWorkAdvisor(PartitionedMethods methods,
			ObjectProvider<NodeAssignments> assignments) {
		return new PartitionedWorkAdvisor(methods, (assignment) -> assignments.getObject().owned(assignment));
	}

	/**
	 * Where metadata outlive leaders.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(NodeMetadata.class)
	static class KeptConfiguration {

		@Bean
		@ConditionalOnBean(NodeMetadata.class)
		@ConditionalOnMissingBean
		KeptPins leaderElectionKeptPins(NodeAssignments assignments, NodeMetadata metadata) {
			return new KeptPins(metadata, assignments.groups());
		}

	}

}
