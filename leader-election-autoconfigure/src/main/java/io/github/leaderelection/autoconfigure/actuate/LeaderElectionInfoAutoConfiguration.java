package io.github.leaderelection.autoconfigure.actuate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.actuate.LeaderInfoContributor;

import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for {@code leader} in the application's
 * information.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass({ InfoContributor.class, ConditionalOnEnabledInfoContributor.class })
@ConditionalOnBean(ElectionNode.class)
@ConditionalOnEnabledInfoContributor("leader")
public final class LeaderElectionInfoAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean(value = LeaderInfoContributor.class, name = "leaderInfoContributor")
	LeaderInfoContributor leaderInfoContributor(ElectionNode electionNode) {
		return new LeaderInfoContributor(electionNode);
	}

}
