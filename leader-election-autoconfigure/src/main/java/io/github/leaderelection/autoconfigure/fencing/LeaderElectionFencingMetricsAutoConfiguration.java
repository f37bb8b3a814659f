package io.github.leaderelection.autoconfigure.fencing;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.fencing.web.FencingTokenWebFilter;
import io.github.leaderelection.internal.actuate.metrics.FencingMetrics;
import io.github.leaderelection.jdbc.JdbcFencingGuard;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.WebFilter;

/**
 * {@link AutoConfiguration Auto-configuration} for the meters
 * {@code leader.election.fencing}.
 */
@AutoConfiguration(after = { LeaderElectionFencingAutoConfiguration.class,
		LeaderElectionFencingJdbcAutoConfiguration.class, LeaderElectionFencingFilterAutoConfiguration.class,
		LeaderElectionFencingWebFilterAutoConfiguration.class })
@ConditionalOnClass({ MeterRegistry.class, MetricsAutoConfiguration.class })
public final class LeaderElectionFencingMetricsAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(InMemoryFencingGuard.class)
	static class MemoryConfiguration {

		@Bean
		FencingMetrics leaderElectionFencingMetrics(InMemoryFencingGuard guard) {
			return FencingMetrics.ofGuard(guard.tally());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(JdbcOperations.class)
	@ConditionalOnBean(JdbcFencingGuard.class)
	static class JdbcConfiguration {

		@Bean
		FencingMetrics leaderElectionJdbcFencingMetrics(JdbcFencingGuard guard) {
			return FencingMetrics.ofGuard(guard.tally());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ OncePerRequestFilter.class, jakarta.servlet.Filter.class })
	@ConditionalOnBean(FencingTokenFilter.class)
	static class FilterConfiguration {

		@Bean
		FencingMetrics leaderElectionFencingFilterMetrics(FencingTokenFilter filter) {
			return FencingMetrics.ofFilter(filter::count);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebFilter.class)
	@ConditionalOnBean(FencingTokenWebFilter.class)
	static class WebFilterConfiguration {

		@Bean
		FencingMetrics leaderElectionFencingWebFilterMetrics(FencingTokenWebFilter filter) {
			return FencingMetrics.ofFilter(filter::count);
		}

	}

}
