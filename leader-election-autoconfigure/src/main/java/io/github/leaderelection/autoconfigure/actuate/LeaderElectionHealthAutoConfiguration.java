package io.github.leaderelection.autoconfigure.actuate;

import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.actuate.TransportRefusals;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for the health indicator {@code leader},
 * and for contributors that count only in health groups that name them.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		beforeName = { "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration",
				"org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration" })
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@EnableConfigurationProperties(LeaderKnownProperties.class)
public final class LeaderElectionHealthAutoConfiguration {

	@Bean
	@ConditionalOnBean(ElectionNode.class)
	@ConditionalOnEnabledHealthIndicator("leader")
	@ConditionalOnMissingBean(value = LeaderHealthIndicator.class,
			name = { "leaderHealthIndicator", "leaderHealthContributor" })
	LeaderHealthIndicator leaderHealthIndicator(ElectionNode electionNode, ObjectProvider<TransportRefusals> refusals) {
		return new LeaderHealthIndicator(electionNode, refusals.getIfAvailable(() -> Map::of));
	}

	@Bean
	GroupContributors leaderElectionGroupContributors(ObjectProvider<HealthContributorRegistry> registry,
			ObjectProvider<HealthEndpointGroups> groups, ObjectProvider<ElectionNode> node,
			LeaderKnownProperties properties) {
		return new GroupContributors(registry, groups, node, properties);
	}

	@Bean
	static NamedMembersOnly leaderElectionNamedMembersOnly() {
		return new NamedMembersOnly(GroupContributors.NAMES);
	}

}
