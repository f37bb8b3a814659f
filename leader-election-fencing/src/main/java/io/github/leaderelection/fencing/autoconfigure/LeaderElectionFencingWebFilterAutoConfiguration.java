package io.github.leaderelection.fencing.autoconfigure;

import io.github.leaderelection.fencing.web.FencedResource;
import io.github.leaderelection.fencing.web.FencingTokenWebFilter;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.web.server.WebFilter;

/**
 * {@link AutoConfiguration Auto-configuration} for the filter of a WebFlux application
 * that refuses requests with stale tokens. Requests of members do not reach it.
 */
@AutoConfiguration(after = LeaderElectionFencingAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass({ WebFilter.class, JsonMapper.class })
@ConditionalOnBooleanProperty("leader-election.fencing.filter.enabled")
public final class LeaderElectionFencingWebFilterAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	FencingTokenWebFilter leaderElectionFencingTokenWebFilter(FencingProperties properties,
			ObjectProvider<FencedResource> resource, ObjectProvider<ManagementRequests> management) {
		return new FencingTokenWebFilter(FencingSettings.guard(properties.filter()),
				FencingSettings.rules(properties, resource, management, (request) -> false),
				properties.filter().urlPatterns());
	}

}
