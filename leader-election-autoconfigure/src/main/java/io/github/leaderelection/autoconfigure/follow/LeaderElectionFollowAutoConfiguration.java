package io.github.leaderelection.autoconfigure.follow;

import java.util.stream.Stream;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.follow.Followable;
import io.github.leaderelection.internal.follow.FollowableGroups;
import io.github.leaderelection.internal.follow.Following;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for containers and beans that start and
 * stop with leadership, or with what else one node holds.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@EnableConfigurationProperties(FollowProperties.class)
public final class LeaderElectionFollowAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	FollowableGroups leaderElectionFollowableGroups(FollowProperties follow, LeaderElectionProperties properties,
			LeaderElectorRegistry registry, Environment environment) {
		return new FollowableGroups(follow.follow(), UnsetValues.drain(environment, properties.drainTimeout()),
				environment.getProperty("leader-election.listeners.resign-on-failure", Boolean.class, false), registry);
	}

	@Bean
	@ConditionalOnMissingBean
	Following leaderElectionFollowing(LeaderElectionProperties properties, ObjectProvider<Followable.Source> sources,
			ConfigurableApplicationContext context) {
		boolean asIfHeld = !properties.enabled() && properties.gate().whenDisabled() == WhenDisabled.LEADER;
		return new Following(asIfHeld ? Stream::empty : sources::stream, properties.enabled(), context);
	}

}
