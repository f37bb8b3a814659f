package io.github.leaderelection.autoconfigure.actuate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.application.ElectionLifecycle;
import io.github.leaderelection.internal.observation.ElectionObservations;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * {@link AutoConfiguration Auto-configuration} for observations of elections, where the
 * application has a registry of observations.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ ElectionNode.class, ObservationRegistry.class })
public final class LeaderElectionObservationAutoConfiguration {

	@Bean
	ElectionObservations leaderElectionObservations(ElectionNode node, ObservationRegistry registry) {
		return new ElectionObservations(node, registry, ElectionLifecycle.PHASE - 1);
	}

}
