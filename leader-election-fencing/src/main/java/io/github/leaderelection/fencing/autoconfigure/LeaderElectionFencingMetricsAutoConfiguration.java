package io.github.leaderelection.fencing.autoconfigure;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.fencing.web.FencingTokenWebFilter;
import io.github.leaderelection.internal.fencing.FencingCounts;
import io.github.leaderelection.internal.fencing.FencingMetrics;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.server.WebFilter;

/**
 * {@link AutoConfiguration Auto-configuration} for the meters
 * {@code leader.election.fencing}.
 */
@AutoConfiguration(after = { LeaderElectionFencingAutoConfiguration.class,
		LeaderElectionFencingFilterAutoConfiguration.class, LeaderElectionFencingWebFilterAutoConfiguration.class })
@ConditionalOnClass({ MeterRegistry.class, MetricsAutoConfiguration.class })
public final class LeaderElectionFencingMetricsAutoConfiguration {

	@Bean
	@ConditionalOnBean(FencingCounts.class)
	FencingMetrics leaderElectionFencingMetrics(ObjectProvider<FencingCounts> counts) {
		return new FencingMetrics(counts.stream());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(InMemoryFencingGuard.class)
	static class MemoryConfiguration {

		@Bean
		FencingCounts leaderElectionMemoryFencingCounts(ObjectProvider<InMemoryFencingGuard> guards) {
			return FencingCounts.ofGuards(guards.stream().map(InMemoryFencingGuard::tally));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ OncePerRequestFilter.class, jakarta.servlet.Filter.class })
	@ConditionalOnBean(FencingTokenFilter.class)
	static class FilterConfiguration {

		@Bean
		FencingCounts leaderElectionFencingFilterCounts(ObjectProvider<FencingTokenFilter> filters) {
			return FencingCounts.ofFilters(filters.stream().map((filter) -> filter::count));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(WebFilter.class)
	@ConditionalOnBean(FencingTokenWebFilter.class)
	static class WebFilterConfiguration {

		@Bean
		FencingCounts leaderElectionFencingWebFilterCounts(ObjectProvider<FencingTokenWebFilter> filters) {
			return FencingCounts.ofFilters(filters.stream().map((filter) -> filter::count));
		}

	}

}
