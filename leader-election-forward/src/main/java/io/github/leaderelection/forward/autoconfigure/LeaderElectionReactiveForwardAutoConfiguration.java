package io.github.leaderelection.forward.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.forward.reactive.ForwardAdapter;
import io.github.leaderelection.internal.forward.reactive.ForwardFilter;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.WebFilter;

/**
 * {@link AutoConfiguration Auto-configuration} for handlers of WebFlux that run on the
 * leader alone. With leader election disabled, they run only if leader-only methods run.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.REACTIVE)
@ConditionalOnClass(RequestMappingHandlerAdapter.class)
@EnableConfigurationProperties({ ForwardProperties.class, LeaderElectionProperties.class })
@Import(ForwardPartsConfiguration.class)
public final class LeaderElectionReactiveForwardAutoConfiguration {

	@Bean
	LeaderForwarding leaderForwarding(ForwardProperties properties, LeaderElectionProperties election,
			ObjectProvider<LeaderElectorRegistry> electors, ObjectProvider<CircuitBreakerRegistry> breakers,
			ObjectProvider<ObservationRegistry> observations, ObjectProvider<PeerTls> peers,
			ObjectProvider<SslBundles> bundles, ForwardStatistics statistics) {
		return new LeaderForwarding(
				properties.settings(ForwardPartsConfiguration.tls(properties, election, peers, bundles)),
				ForwardPartsConfiguration.gate(election, electors), electors::getObject,
				() -> breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults),
				() -> observations.getIfUnique(() -> ObservationRegistry.NOOP), statistics);
	}

	@Bean
	HandlerAdapter leaderForwardHandlerAdapter(LeaderForwarding forwarding,
			ObjectProvider<RequestMappingHandlerAdapter> adapters, Environment environment) {
		String basePath = environment.getProperty("spring.webflux.base-path", "");
		return new ForwardAdapter(forwarding, adapters::getObject, StringUtils.trimTrailingCharacter(basePath, '/'));
	}

	@Bean
	WebFilter leaderForwardWebFilter() {
		return new ForwardFilter();
	}

	@Bean
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
	ForwardedGroupsCheck leaderForwardGroupsCheck(LeaderForwarding forwarding,
			ObjectProvider<RequestMappingHandlerMapping> mappings, ObjectProvider<LeaderElectorRegistry> electors) {
		return new ForwardedGroupsCheck(forwarding::group,
				() -> mappings.orderedStream().flatMap((mapping) -> mapping.getHandlerMethods().values().stream()),
				electors::getObject);
	}

}
