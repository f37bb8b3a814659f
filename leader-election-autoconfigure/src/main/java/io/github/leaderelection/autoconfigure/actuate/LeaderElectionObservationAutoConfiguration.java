package io.github.leaderelection.autoconfigure.actuate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.Gate;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.internal.gate.method.LeaderOnlyMethods;
import io.github.leaderelection.internal.micrometer.ElectionObservations;
import io.github.leaderelection.internal.micrometer.SkippedRuns;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for observations of elections, if the
 * application has a registry of observations. It runs last, but does not name the
 * auto-configuration of the registry. Naming it would move it, and its bean
 * post-processor, before others.
 */
@AutoConfiguration(after = { LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class })
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(ObservationRegistry.class)
public final class LeaderElectionObservationAutoConfiguration {

	/**
	 * The observations; a child context leaves those of its parent's node to the parent.
	 */
	@Bean
	@ConditionalOnBean(ElectionNode.class)
	@ConditionalOnMissingBean
	ElectionObservations leaderElectionObservations(ElectionNode node, ObservationRegistry registry) {
		return new ElectionObservations(node, registry, ElectionLifecycle.PHASE - 1);
	}

	/**
	 * The predicate, which reads the environment, because registries request it early.
	 */
	@Bean
	@ConditionalOnBean(LeaderOnlyMethods.class)
	static SkippedRuns leaderOnlySkippedRuns(LeaderOnlyMethods methods, Environment environment,
			ObjectProvider<LeaderElectorRegistry> electors) {
		boolean enabled = environment.getProperty("leader-election.enabled", Boolean.class, true);
		Gate settings = Headings.bind(environment, "leader-election.gate", Gate.class);
		return new SkippedRuns(methods, enabled ? new ElectorGate(electors::getObject)
				: LeaderGate.fixed(settings.whenDisabled() == WhenDisabled.LEADER));
	}

}
