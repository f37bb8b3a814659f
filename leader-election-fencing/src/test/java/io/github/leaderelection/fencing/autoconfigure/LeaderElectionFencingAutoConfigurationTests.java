package io.github.leaderelection.fencing.autoconfigure;

import java.util.Set;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.fencing.FencingGuard;
import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.SequenceGate;
import io.github.leaderelection.fencing.StaleTokenException;
import io.github.leaderelection.fencing.web.FencedResource;
import io.github.leaderelection.fencing.web.FencingFilterRules;
import io.github.leaderelection.fencing.web.FencingTokenExchangeFilter;
import io.github.leaderelection.fencing.web.FencingTokenFilter;
import io.github.leaderelection.fencing.web.FencingTokenInterceptor;
import io.github.leaderelection.fencing.web.FencingTokenWebFilter;
import io.github.leaderelection.internal.fencing.FencingMeter;
import io.github.leaderelection.internal.fencing.FencingMetrics;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionFencingAutoConfiguration},
 * {@link LeaderElectionFencingFilterAutoConfiguration} and
 * {@link LeaderElectionFencingClientAutoConfiguration}.
 */
class LeaderElectionFencingAutoConfigurationTests {

	private static final AutoConfigurations ALL = AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
			LeaderElectionFencingAutoConfiguration.class, LeaderElectionFencingFilterAutoConfiguration.class,
			LeaderElectionFencingClientAutoConfiguration.class);

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(ALL);

	private final WebApplicationContextRunner webRunner = new WebApplicationContextRunner().withConfiguration(ALL);

	@Test
	void thereIsNoGuardAndNoFilterUnlessWanted() {
		this.webRunner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(FencingGuard.class)
			.doesNotHaveBean(SequenceGate.class)
			.doesNotHaveBean(FencingTokenFilter.class)
			.hasSingleBean(FencingTokenInterceptor.class)
			.hasSingleBean(FencingTokenExchangeFilter.class));
	}

	@Test
	void guardInADatabaseNeedsItsModule() {
		this.runner.withPropertyValues("leader-election.fencing.guard=jdbc")
			.withClassLoader(new FilteredClassLoader("io.github.leaderelection.jdbc"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining("leader-election-store-jdbc"));
	}

	@Test
	void guardInMemoryIsAGateToo() {
		this.runner.withPropertyValues("leader-election.fencing.guard=memory")
			.run((context) -> assertThat(context.getBean(SequenceGate.class))
				.isSameAs(context.getBean(FencingGuard.class))
				.isInstanceOf(InMemoryFencingGuard.class));
	}

	@Test
	void nonsenseStopsTheStart() {
		assertStops("leader-election.fencing.signature.secret=******", "16 bytes",
				"leader-election.fencing.signature.secret=guess-me");
		assertStops("leader-election.fencing.signature.secret=${NO_SUCH_SECRET_ANYWHERE}", "placeholder",
				"leader-election.fencing.signature.secret=${NO_SUCH_SECRET_ANYWHERE}");
		assertStops("leader-election.fencing.signature.previous-secret=******", "signature.secret too",
				"leader-election.fencing.signature.previous-secret=long-enough-to-be-one");
		assertStops("leader-election.fencing.filter.enabled=on", "true or false",
				"leader-election.fencing.filter.enabled=on");
		assertStops("leader-election.fencing.filter.max-resources=0", "number of resources",
				"leader-election.fencing.filter.enabled=true", "leader-election.fencing.filter.max-resources=0");
		assertStops("leader-election.fencing.filter.groups is not set", "Name the groups",
				"leader-election.fencing.filter.enabled=true", "leader-election.fencing.filter.groups=");
	}

	@Test
	void whatBecameOfChecksAndRequestsIsMetered() {
		this.webRunner
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					LeaderElectionFencingMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.withPropertyValues("leader-election.fencing.guard=memory", "leader-election.fencing.filter.enabled=true")
			.run((context) -> {
				FencingGuard guard = context.getBean(FencingGuard.class);
				guard.check("ledger", 15);
				assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.check("ledger", 14));
				MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");
				request.addHeader("Fencing-Token", "nonsense");
				context.getBean(FencingTokenFilter.class)
					.doFilter(request, new MockHttpServletResponse(), new MockFilterChain());
				SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
				context.getBean(FencingMetrics.class).bindTo(registry);
				assertThat(count(registry, FencingMeter.CHECKS, "admitted")).isEqualTo(1);
				assertThat(count(registry, FencingMeter.CHECKS, "refused")).isEqualTo(1);
				assertThat(count(registry, FencingMeter.REQUESTS, "malformed")).isEqualTo(1);
				assertThat(count(registry, FencingMeter.REQUESTS, "stale")).isZero();
			});
	}

	@Test
	void severalGuardsAndFiltersAreMeteredTogether() {
		this.webRunner
			.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
					LeaderElectionFencingMetricsAutoConfiguration.class))
			.withUserConfiguration(SeveralConfiguration.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean("first", InMemoryFencingGuard.class).check("ledger", 14);
				InMemoryFencingGuard second = context.getBean("second", InMemoryFencingGuard.class);
				second.check("ledger", 15);
				assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> second.check("ledger", 14));
				assertThat(statusOfPost(context.getBean("firstFilter", FencingTokenFilter.class), "/")).isEqualTo(428);
				assertThat(statusOfPost(context.getBean("secondFilter", FencingTokenFilter.class), "/")).isEqualTo(428);
				SimpleMeterRegistry registry = new SimpleMeterRegistry();
				context.getBeansOfType(FencingMetrics.class).values().forEach((each) -> each.bindTo(registry));
				assertThat(count(registry, FencingMeter.CHECKS, "admitted")).isEqualTo(2);
				assertThat(count(registry, FencingMeter.CHECKS, "refused")).isEqualTo(1);
				assertThat(count(registry, FencingMeter.REQUESTS, "missing")).isEqualTo(2);
			});
	}

	private static double count(SimpleMeterRegistry registry, FencingMeter meter, String outcome) {
		return registry.get(meter.getName()).tag("outcome", outcome).functionCounter().count();
	}

	@Test
	void webFluxHasAFilterWithMetersUnderTheSameKeys() {
		ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner().withConfiguration(ALL)
			.withConfiguration(AutoConfigurations.of(LeaderElectionFencingWebFilterAutoConfiguration.class,
					MetricsAutoConfiguration.class, LeaderElectionFencingMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class);
		reactive.run((context) -> assertThat(context).doesNotHaveBean(FencingTokenWebFilter.class));
		reactive.withPropertyValues("leader-election.fencing.filter.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(FencingTokenWebFilter.class)
				.hasBean("leaderElectionFencingWebFilterCounts")
				.hasSingleBean(FencingMetrics.class)
				.doesNotHaveBean(FencingTokenFilter.class));
		reactive
			.withPropertyValues("leader-election.fencing.filter.enabled=true", "leader-election.fencing.filter.groups=")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("leader-election.fencing.filter.groups"));
	}

	@Test
	void filterStandsBehindSecurityAndLetsPeersPass() {
		this.webRunner.withPropertyValues("leader-election.fencing.filter.enabled=true",
				"leader-election.fencing.filter.required=true", "leader-election.fencing.filter.url-patterns=/api/*,/b",
				"leader-election.transport.path=/peers", "spring.mvc.servlet.path=/app/")
			.run((context) -> {
				FilterRegistrationBean<?> registration = context.getBean(FilterRegistrationBean.class);
				assertThat(registration.getOrder()).isGreaterThan(SecurityFilterProperties.DEFAULT_FILTER_ORDER);
				assertThat(registration.getUrlPatterns()).containsExactly("/api/*", "/b");
				FencingTokenFilter filter = context.getBean(FencingTokenFilter.class);
				assertThat(statusOfPost(filter, "/app/peers")).isEqualTo(200);
				assertThat(statusOfPost(filter, "/app/peers/join")).isEqualTo(200);
				assertThat(statusOfPost(filter, "/peers")).isEqualTo(428);
				assertThat(statusOfPost(filter, "/app/peers/more")).isEqualTo(428);
			});
	}

	private static int statusOfPost(FencingTokenFilter filter, String path) throws Exception {
		MockHttpServletResponse response = new MockHttpServletResponse();
		filter.doFilter(new MockHttpServletRequest("POST", path), response, new MockFilterChain());
		return response.getStatus();
	}

	@Test
	void secretsAreNotShown() {
		FencingProperties.Signature signature = new FencingProperties.Signature("hunter2", "hunter1",
				FencingProperties.Signature.Covers.REQUEST);
		assertThat(signature.toString()).doesNotContain("hunter");
	}

	@Test
	void withoutWebFluxThereIsTheInterceptorAlone() {
		this.runner.withClassLoader(new FilteredClassLoader(ExchangeFilterFunction.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(FencingTokenInterceptor.class)
				.doesNotHaveBean("leaderElectionFencingTokenExchangeFilter"));
	}

	private void assertStops(String setting, String remedy, String... properties) {
		this.webRunner.withPropertyValues(properties).run((context) -> {
			assertThat(context).hasFailed();
			Throwable failure = context.getStartupFailure();
			while (failure != null && !(failure instanceof InvalidElectionConfigurationException)) {
				failure = failure.getCause();
			}
			assertThat(failure).as(setting).isNotNull().hasMessageContaining(setting).hasMessageContaining(remedy);
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class SeveralConfiguration {

		@Bean
		InMemoryFencingGuard first() {
			return new InMemoryFencingGuard();
		}

		@Bean
		InMemoryFencingGuard second() {
			return new InMemoryFencingGuard();
		}

		@Bean
		FencingTokenFilter firstFilter() {
			return requiring();
		}

		@Bean
		FencingTokenFilter secondFilter() {
			return requiring();
		}

		private static FencingTokenFilter requiring() {
			return new FencingTokenFilter(new InMemoryFencingGuard(),
					new FencingFilterRules(Set.of("default"), true, null, FencedResource.OF_GROUP, (request) -> false));
		}

	}

}
