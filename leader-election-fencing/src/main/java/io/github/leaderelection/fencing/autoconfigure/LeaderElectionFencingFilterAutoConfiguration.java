package io.github.leaderelection.fencing.autoconfigure;

import java.util.function.Predicate;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.fencing.web.FencedResource;
import io.github.leaderelection.fencing.web.FencingFilterRules;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.internal.transport.join.JoinSettings;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link AutoConfiguration Auto-configuration} for the filter that refuses requests with
 * stale tokens.
 */
@AutoConfiguration(after = LeaderElectionFencingAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ FilterRegistrationBean.class, OncePerRequestFilter.class, JsonMapper.class })
@ConditionalOnBooleanProperty("leader-election.fencing.filter.enabled")
public final class LeaderElectionFencingFilterAutoConfiguration {

	/**
	 * The order of the filter after Spring Security, so that unauthorized requests cannot
	 * raise a token.
	 */
	private static final int ORDER = 0;

	@Bean
	@ConditionalOnMissingBean
	FencingTokenFilter leaderElectionFencingTokenFilter(FencingProperties properties, LeaderElectionProperties election,
			Environment environment, ObjectProvider<FencedResource> resource,
			ObjectProvider<ManagementRequests> management) {
		FencingFilterRules rules = FencingSettings.rules(properties, resource, management,
				isOfPeers(FencingSettings.servletPath(environment), election.transport().path()));
		return new FencingTokenFilter(FencingSettings.guard(properties.filter()), rules);
	}

	@Bean
	FilterRegistrationBean<FencingTokenFilter> leaderElectionFencingTokenFilterRegistration(FencingTokenFilter filter,
			FencingProperties properties) {
		FilterRegistrationBean<FencingTokenFilter> registration = new FilterRegistrationBean<>(filter);
		registration.setUrlPatterns(properties.filter().urlPatterns());
		registration.setOrder(ORDER);
		return registration;
	}

	/** Recognizes requests of peers, which elect the leader and so have no token. */
	private static Predicate<FencedResource.Request> isOfPeers(String servlet, String path) {
		String below = servlet + path;
		return (request) -> {
			String asked = request.path();
			String own = request.contextPath() + below;
			return asked.equals(own) || asked.equals(own + JoinSettings.PATH);
		};
	}

}
