package io.github.leaderelection.autoconfigure.integration;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.support.SmartLifecycleRoleController;

/**
 * {@link AutoConfiguration Auto-configuration} for the leader events of Spring
 * Integration.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnClass(OnGrantedEvent.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
public final class LeaderElectionIntegrationAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	IntegrationLeaderEvents integrationLeaderEvents(LeaderElectorRegistry registry, ApplicationEventPublisher publisher,
			ObjectProvider<SmartLifecycleRoleController> controllers) {
		return new IntegrationLeaderEvents(registry, publisher, controllers::orderedStream);
	}

}
