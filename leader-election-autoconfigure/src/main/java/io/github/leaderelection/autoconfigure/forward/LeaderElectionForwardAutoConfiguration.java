package io.github.leaderelection.autoconfigure.forward;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties.WhenDisabled;
import io.github.leaderelection.internal.forward.BrokenAnswerResolver;
import io.github.leaderelection.internal.forward.ForwardMetrics;
import io.github.leaderelection.internal.forward.ForwardStatistics;
import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * {@link AutoConfiguration Auto-configuration} for handlers of Spring MVC that run on the
 * leader alone. With leader election disabled, they run only where leader-only methods
 * run.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass({ WebMvcConfigurer.class, CircuitBreakerRegistry.class, TimeLimiter.class })
@EnableConfigurationProperties({ ForwardProperties.class, LeaderElectionProperties.class })
public final class LeaderElectionForwardAutoConfiguration {

	@Bean
	ForwardStatistics leaderForwardStatistics() {
		return new ForwardStatistics();
	}

	@Bean
	LeaderForwarding leaderForwarding(ForwardProperties properties, LeaderElectionProperties election,
			ObjectProvider<LeaderElectorRegistry> electors, ObjectProvider<CircuitBreakerRegistry> breakers,
			ObjectProvider<ObservationRegistry> observations, ForwardStatistics statistics) {
		LeaderGate gate = election.enabled() ? new ElectorGate(electors::getObject)
				: LeaderGate.fixed(election.gate().whenDisabled() == WhenDisabled.LEADER);
		return new LeaderForwarding(properties.settings(), gate, electors::getObject,
				() -> breakers.getIfUnique(CircuitBreakerRegistry::ofDefaults),
				() -> observations.getIfUnique(() -> ObservationRegistry.NOOP), statistics);
	}

	@Bean
	WebMvcConfigurer leaderForwardConfigurer(LeaderForwarding forwarding, ForwardProperties properties) {
		return new WebMvcConfigurer() {

			@Override
			public void addInterceptors(InterceptorRegistry registry) {
				registry.addInterceptor(forwarding.interceptor()).order(properties.interceptorOrder());
			}

		};
	}

	@Bean
	@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
	ForwardedGroupsCheck leaderForwardGroupsCheck(LeaderForwarding forwarding,
			ObjectProvider<RequestMappingHandlerMapping> mappings, ObjectProvider<LeaderElectorRegistry> electors) {
		return new ForwardedGroupsCheck(forwarding, mappings, electors::getObject);
	}

	@Bean
	BrokenAnswerResolver leaderForwardBrokenAnswerResolver() {
		return new BrokenAnswerResolver();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MeterBinder.class)
	static class MetricsConfiguration {

		@Bean
		ForwardMetrics leaderForwardMetrics(ForwardStatistics statistics,
				ObjectProvider<LeaderElectorRegistry> electors) {
			return new ForwardMetrics(statistics, electors::getObject);
		}

	}

}
