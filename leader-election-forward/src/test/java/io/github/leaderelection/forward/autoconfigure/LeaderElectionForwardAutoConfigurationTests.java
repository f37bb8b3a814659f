package io.github.leaderelection.forward.autoconfigure;

import java.util.List;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.forward.ForwardMetrics;
import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spring.ForwardToLeader;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is there under which conditions, and which settings stop the start.
 */
class LeaderElectionForwardAutoConfigurationTests {

	private static final AutoConfigurations ALL = AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
			LeaderElectionForwardAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
			WebMvcAutoConfiguration.class);

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(ALL)
		.withPropertyValues("leader-election.forward.max-wait=0s");

	@Test
	void interceptorComesAfterThoseOfTheApplication() {
		this.runner.withUserConfiguration(InterceptorConfiguration.class).run((context) -> {
			List<Class<?>> interceptors = interceptors(context);
			assertThat(interceptors).contains(Last.class);
			assertThat(interceptors.get(interceptors.size() - 1).getSimpleName()).isEqualTo("ForwardInterceptor");
		});
		this.runner.withUserConfiguration(InterceptorConfiguration.class)
			.withPropertyValues("leader-election.forward.interceptor-order=-1")
			.run((context) -> assertThat(interceptors(context).get(0).getSimpleName()).isEqualTo("ForwardInterceptor"));
	}

	private static List<Class<?>> interceptors(WebApplicationContext context) throws Exception {
		HandlerExecutionChain chain = context
			.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandler(new MockHttpServletRequest("GET", "/for-the-leader"));
		assertThat(chain).isNotNull();
		return chain.getInterceptorList().stream().<Class<?>>map(Object::getClass).toList();
	}

	@ParameterizedTest
	@CsvSource({ "server.tomcat.threads.max=20, 5, 10", "server.jetty.threads.max=8, 2, 4",
			"server.tomcat.threads.max=1, 1, 1", "server.tomcat.threads.max=400, 50, 100", "unset=, 50, 100" })
	void limitsThatNobodySetLeaveThreadsOfTheServer(String threads, int waiting, int proxied) {
		this.runner.withPropertyValues(threads)
			.run((context) -> assertThat(limits(context)).containsExactly(waiting, proxied));
		this.runner.withPropertyValues(threads, "spring.threads.virtual.enabled=true")
			.run((context) -> assertThat(limits(context)).containsExactly(50, 100));
		this.runner
			.withPropertyValues(threads, "leader-election.forward.max-waiting=300",
					"leader-election.forward.maxProxied=400")
			.run((context) -> assertThat(limits(context)).containsExactly(300, 400));
	}

	private static List<Integer> limits(WebApplicationContext context) {
		ForwardProperties limits = context.getBean(ForwardProperties.class).withinThreads(context.getEnvironment());
		return List.of(limits.maxWaiting(), limits.maxProxied());
	}

	@Test
	void handlersAnswerNowhereWhereTheElectionIsDisabledUnlessLeaderOnlyMethodsRun() {
		WebApplicationContextRunner disabled = this.runner.withUserConfiguration(HandlerConfiguration.class)
			.withPropertyValues("leader-election.enabled=false");
		disabled.run((context) -> assertThat(MockMvcTester.from(context).get().uri("/for-the-leader")).hasStatus(503));
		disabled.withPropertyValues("leader-election.gate.when-disabled=leader")
			.run((context) -> assertThat(MockMvcTester.from(context).get().uri("/for-the-leader")).hasStatusOk()
				.hasBodyTextEqualTo("answered"));
	}

	/** Where there are links, these read it. */
	@Test
	void bundleOfThePeersCountsWhereNodesLeadByALease() {
		this.runner.withUserConfiguration(HandlerConfiguration.class)
			.withBean(LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.withPropertyValues("leader-election.store=jdbc", "leader-election.transport.ssl.bundle=peers")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContainingAll("leader-election.transport.ssl.bundle", "peers", "no SSL bundles"));
	}

	@Test
	void handlerThatNamesAGroupThereIsNotStopsTheStart() {
		this.runner.withUserConfiguration(UnknownGroupConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContainingAll("leader-election.groups.unknown is not set", "UnknownGroup#answer",
						"[default]", "Add the line 'leader-election.groups.unknown:'"));
	}

	@ParameterizedTest
	@CsvSource({ "max-wait=-1s,5s", "max-wait=61m,5s", "connect-timeout=0s,1s", "time-limit=0s,30s",
			"retry-after=999ms,1s", "max-waiting=0,50", "max-proxied=0,100" })
	void settingOutOfItsRangeStopsTheStart(String setting, String remedy) {
		this.runner.withPropertyValues("leader-election.forward." + setting)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContainingAll("leader-election.forward." + setting.substring(0, setting.indexOf('=')),
						"Use " + remedy));
	}

	@Test
	void nothingIsThereWithoutWhatItNeeds() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(LeaderForwarding.class)
			.hasSingleBean(ForwardMetrics.class));
		this.runner.withClassLoader(new FilteredClassLoader(MeterBinder.class))
			.run((context) -> assertThat(context).hasSingleBean(LeaderForwarding.class)
				.doesNotHaveBean("leaderForwardMetrics"));
		this.runner.withClassLoader(new FilteredClassLoader(WebMvcConfigurer.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaderForwarding.class));
		new ApplicationContextRunner().withConfiguration(ALL)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaderForwarding.class));
	}

	@Configuration(proxyBeanMethods = false)
	@Import(HandlerConfiguration.class)
	static class InterceptorConfiguration {

		@Bean
		WebMvcConfigurer lastInterceptor() {
			return new WebMvcConfigurer() {

				@Override
				public void addInterceptors(InterceptorRegistry registry) {
					registry.addInterceptor(new Last()).order(Integer.MAX_VALUE - 1);
				}

			};
		}

	}

	static class Last implements HandlerInterceptor {

	}

	@Configuration(proxyBeanMethods = false)
	static class HandlerConfiguration {

		@Bean
		ForTheLeader forTheLeader() {
			return new ForTheLeader();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnknownGroupConfiguration {

		@Bean
		UnknownGroup unknownGroup() {
			return new UnknownGroup();
		}

	}

	@RestController
	static class ForTheLeader {

		@GetMapping("/for-the-leader")
		@ForwardToLeader
		String answer() {
			return "answered";
		}

	}

	@RestController
	static class UnknownGroup {

		@GetMapping("/unknown-group")
		@ForwardToLeader("unknown")
		String answer() {
			return "answered";
		}

	}

}
