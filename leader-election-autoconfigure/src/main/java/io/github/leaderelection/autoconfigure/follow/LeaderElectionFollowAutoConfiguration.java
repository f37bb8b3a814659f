package io.github.leaderelection.autoconfigure.follow;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.follow.LeadershipFollowing;
import io.github.leaderelection.internal.follow.LeadershipFollowing.Mode;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for containers and beans that start and
 * stop with leadership.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(FollowProperties.class)
public final class LeaderElectionFollowAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LeadershipFollowing leadershipFollowing(FollowProperties follow, LeaderElectionProperties properties,
			LeaderElectorRegistry registry, ConfigurableApplicationContext context, Environment environment) {
		Mode mode = Mode.FOLLOW;
		if (!properties.enabled()) {
			mode = (properties.gate().whenDisabled() == WhenDisabled.LEADER) ? Mode.LEAVE_ALONE : Mode.NEVER_START;
		}
		boolean resigns = environment.getProperty("leader-election.listeners.resign-on-failure", Boolean.class, false);
		return new LeadershipFollowing(follow.follow(), mode, properties.drainTimeout(), resigns, registry, context);
	}

}
