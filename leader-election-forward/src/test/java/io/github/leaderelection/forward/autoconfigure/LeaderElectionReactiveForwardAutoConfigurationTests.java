package io.github.leaderelection.forward.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spring.ForwardToLeader;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is there on WebFlux under which conditions.
 */
class LeaderElectionReactiveForwardAutoConfigurationTests {

	private final ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionReactiveForwardAutoConfiguration.class, WebFluxAutoConfiguration.class));

	@Test
	void forwardingIsThereBesideTheAdaptersOfWebFlux() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(LeaderForwarding.class)
			.hasBean("leaderForwardWebFilter")
			.getBeans(HandlerAdapter.class)
			.containsKeys("leaderForwardHandlerAdapter", "requestMappingHandlerAdapter"));
	}

	@Test
	void nothingIsThereWithoutWhatItNeeds() {
		this.runner.withClassLoader(new FilteredClassLoader(RequestMappingHandlerAdapter.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("leaderForwardHandlerAdapter"));
	}

	@Test
	void handlerThatNamesAGroupThereIsNotStopsTheStart() {
		this.runner.withUserConfiguration(Reports.class)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining("unknown group 'reports'"));
		this.runner.withUserConfiguration(Reports.class)
			.withPropertyValues("leader-election.groups.reports.priority=1")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@RestController
	static class Reports {

		@GetMapping("/reports")
		@ForwardToLeader("reports")
		Mono<String> reports() {
			return Mono.just("reports");
		}

	}

}
