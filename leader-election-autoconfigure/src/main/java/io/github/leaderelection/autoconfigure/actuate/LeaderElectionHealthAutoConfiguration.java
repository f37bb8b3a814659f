package io.github.leaderelection.autoconfigure.actuate;

import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.actuate.LeaderKnownHealthIndicator;
import io.github.leaderelection.internal.actuate.TransportRefusals;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for the health indicator {@code leader}
 * and, if enabled, {@code leaderKnown}. Neither belongs to a health group unless the
 * application adds it.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(ElectionNode.class)
@EnableConfigurationProperties({ LeaderHealthProperties.class, LeaderKnownProperties.class })
public final class LeaderElectionHealthAutoConfiguration {

	@Bean
	@ConditionalOnEnabledHealthIndicator("leader")
	@ConditionalOnMissingBean(value = LeaderHealthIndicator.class,
			name = { "leaderHealthIndicator", "leaderHealthContributor" })
	LeaderHealthIndicator leaderHealthIndicator(ElectionNode electionNode, LeaderHealthProperties properties,
			ObjectProvider<TransportRefusals> refusals) {
		return new LeaderHealthIndicator(electionNode, properties.leaderlessThreshold(),
				refusals.getIfAvailable(() -> Map::of));
	}

	@Bean
	@ConditionalOnBooleanProperty("management.health.leader-known.enabled")
	@ConditionalOnMissingBean(value = LeaderKnownHealthIndicator.class,
			name = { "leaderKnownHealthIndicator", "leaderKnownHealthContributor" })
	LeaderKnownHealthIndicator leaderKnownHealthIndicator(ElectionNode electionNode) {
		return new LeaderKnownHealthIndicator(electionNode);
	}

}
