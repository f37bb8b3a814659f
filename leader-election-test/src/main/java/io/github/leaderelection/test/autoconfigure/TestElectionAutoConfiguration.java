package io.github.leaderelection.test.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.TestElectionBuilder;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.StringUtils;

/**
 * {@link AutoConfiguration Auto-configuration} for an election that a test decides.
 * Applies only if named, by {@link AutoConfigureLeaderElection} or in the configurations
 * of an {@code ApplicationContextRunner}.
 */
@AutoConfiguration(before = { LeaderElectionAutoConfiguration.class, LeaderElectionTransactionAutoConfiguration.class },
		beforeName = "io.github.leaderelection.store.jdbc.LeaderElectionJdbcStoreAutoConfiguration")
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LeaderElectionProperties.class)
public final class TestElectionAutoConfiguration {

	/** Whether this node leads every group at first. */
	static final String LEADING = "leader-election.test.leading";

	private static final String RESIGN_ON_FAILURE = "leader-election.listeners.resign-on-failure";

	private static final String DEFAULT_GROUP = "default";

	@Bean
	TestElection testElection(LeaderElectionProperties properties, Environment environment) {
		TestElectionBuilder builder = TestElection.builder()
			.cluster(properties.cluster())
			.drainTimeout(UnsetValues.drain(environment, properties.drainTimeout()))
			.resignOnListenerFailure(environment.getProperty(RESIGN_ON_FAILURE, Boolean.class, false))
			.leading(environment.getProperty(LEADING, Boolean.class, false));
		if (StringUtils.hasText(properties.nodeId())) {
			builder.node(NodeId.of(properties.nodeId().trim()));
		}
		Set<String> groups = new LinkedHashSet<>(Set.of(DEFAULT_GROUP));
		groups.addAll(properties.groups().keySet());
		KeptLease kept = KeptLease.of(environment);
		groups.forEach((group) -> builder.group(group, options(properties, group, kept)));
		return builder.build();
	}

	private static GroupOptions options(LeaderElectionProperties properties, String group, KeptLease kept) {
		LeaderElectionProperties.Group own = properties.groups()
			.getOrDefault(group, new LeaderElectionProperties.Group(null, null, null, null, null));
		Duration rarest = (own.heartbeatInterval() != null) ? own.heartbeatInterval() : properties.heartbeatInterval();
		Duration lease = Objects.requireNonNullElse(own.leaseDuration(),
				kept.lease(properties.leaseDuration(), rarest));
		Duration heartbeat = Objects.requireNonNullElse(own.heartbeatInterval(),
				kept.heartbeat(properties.heartbeatInterval(), lease));
		return GroupOptions.defaults().withLease(lease).withHeartbeat(heartbeat);
	}

	@Bean
	ElectionNode electionNode(TestElection election) {
		return election.node();
	}

	/**
	 * Where there may be transactions that only the leader commits.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(PlatformTransactionManager.class)
	static class TransactionConfiguration {

		@Bean
		StillLeading testElectionCommitCheck() {
			return new StillLeading();
		}

	}

}
