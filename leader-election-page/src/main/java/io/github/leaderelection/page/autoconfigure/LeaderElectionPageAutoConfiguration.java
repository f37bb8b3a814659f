package io.github.leaderelection.page.autoconfigure;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.actuate.LeaderElectionEndpointAutoConfiguration;
import io.github.leaderelection.internal.actuate.LeaderEndpointWebExtension;
import io.github.leaderelection.internal.page.CsrfTokens;
import io.github.leaderelection.internal.page.EventStreams;
import io.github.leaderelection.internal.page.LeaderPageEndpoint;
import io.github.leaderelection.internal.page.PageHints;
import io.github.leaderelection.internal.page.PageStates;
import io.github.leaderelection.internal.page.ReactiveCsrfTokens;
import io.github.leaderelection.internal.page.ReactiveEventStreams;
import io.github.leaderelection.internal.page.ServletCsrfTokens;
import io.github.leaderelection.internal.page.ServletEventStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;

/**
 * {@link AutoConfiguration Auto-configuration} for the endpoint {@code leaderpage}.
 */
@AutoConfiguration(after = LeaderElectionEndpointAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(LeaderPageEndpoint.class)
@ConditionalOnWebApplication
@ConditionalOnBean(ElectionNode.class)
@ImportRuntimeHints(PageHints.class)
public final class LeaderElectionPageAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	LeaderElectionPageAutoConfiguration(ObjectProvider<LeaderEndpointWebExtension> leader) {
		if (leader.stream().findAny().isEmpty()) {
			logger.warn("The endpoint 'leaderpage' is exposed, but not the endpoint 'leader', whose answers it shows: "
					+ "add leader to management.endpoints.web.exposure.include, or set management.endpoint.leader.access");
		}
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean({ LeaderEndpointWebExtension.class, EventStreams.class })
	LeaderPageEndpoint leaderPageEndpoint(LeaderEndpointWebExtension leader, ObjectProvider<PathMappedEndpoints> paths,
			EndpointAccessResolver access, ObjectProvider<EndpointJsonMapper> mapper, EventStreams streams,
			ObjectProvider<CsrfTokens> csrf) {
		EndpointJsonMapper isolated = mapper.getIfAvailable();
		return new LeaderPageEndpoint(
				new PageStates(leader, paths::getObject, access,
						(isolated != null) ? isolated.get() : JsonMapper.shared()),
				streams, csrf.getIfAvailable(() -> CsrfTokens.NONE));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	@ConditionalOnClass(name = "org.springframework.web.servlet.mvc.method.annotation.SseEmitter")
	static class ServletConfiguration {

		@Bean
		ServletEventStreams leaderPageEventStreams(ApplicationContext context) {
			return new ServletEventStreams(context);
		}

		@Bean
		@ConditionalOnClass(name = "org.springframework.security.web.csrf.CsrfToken")
		ServletCsrfTokens leaderPageCsrfTokens() {
			return new ServletCsrfTokens();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
	static class ReactiveConfiguration {

		@Bean
		ReactiveEventStreams leaderPageEventStreams(ApplicationContext context) {
			return new ReactiveEventStreams(context);
		}

		@Bean
		@ConditionalOnClass(name = "org.springframework.security.web.server.csrf.CsrfToken")
		ReactiveCsrfTokens leaderPageCsrfTokens() {
			return new ReactiveCsrfTokens();
		}

	}

}
