package io.github.leaderelection.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.actuate.LeaderHealthIndicator;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Adds the health indicator {@code leader}, which is part of no health group unless the
 * application puts it there.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		beforeName = "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(ElectionNode.class)
@ConditionalOnEnabledHealthIndicator("leader")
@EnableConfigurationProperties(LeaderHealthProperties.class)
public final class LeaderElectionHealthAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(value = LeaderHealthIndicator.class,
			name = { "leaderHealthIndicator", "leaderHealthContributor" })
	LeaderHealthIndicator leaderHealthIndicator(ElectionNode electionNode, LeaderHealthProperties properties) {
		return new LeaderHealthIndicator(electionNode, properties.leaderlessThreshold());
	}

}
