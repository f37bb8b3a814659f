package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WebStackReport}.
 */
@ExtendWith(OutputCaptureExtension.class)
class WebStackReportTests {

	private static final AutoConfigurations CONFIGURATIONS = AutoConfigurations.of(
			LeaderElectionAutoConfiguration.class, LeaderElectionWebSocketAutoConfiguration.class,
			LeaderElectionReactiveAutoConfiguration.class, LeaderElectionOwnPortAutoConfiguration.class);

	private static final String OWN_PORT = "leader-election.transport.port=4711";

	private static final String STARTER = "leader-election-spring-boot-starter-webflux";

	private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
		.withConfiguration(CONFIGURATIONS);

	@Test
	void servletsAreSaidToBeChosenByTheirJar(CapturedOutput output) {
		this.runner.run((context) -> assertThat(output)
			.containsOnlyOnce("This application runs on Spring MVC, for spring-webmvc-")
			.contains("spring-boot-webflux-", "spring.main.web-application-type=reactive", STARTER + " alone"));
	}

	@Test
	void withAPortOfItsOwnTheJarsAreNamedThatItNeedsOnWebFlux(CapturedOutput output) {
		this.runner.withPropertyValues(OWN_PORT)
			.run((context) -> assertThat(output)
				.containsOnlyOnce("This application runs on Spring MVC, for spring-webmvc-")
				.contains(STARTER + ", tomcat-embed-websocket and spring-websocket alone"));
	}

	@Test
	void nothingIsSaidWhereTheStackWasChosenOrThereIsNoChoice(CapturedOutput output) {
		this.runner.withPropertyValues("spring.main.web-application-type=servlet")
			.run((context) -> assertThat(context).hasNotFailed());
		this.runner.withClassLoader(new FilteredClassLoader(WebFluxAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(WebStackReport.class));
		new ReactiveWebApplicationContextRunner().withConfiguration(CONFIGURATIONS)
			.run((context) -> assertThat(context).hasSingleBean(PeerWebFilter.class)
				.doesNotHaveBean(WebStackReport.class));
		assertThat(output).doesNotContain("runs on Spring MVC");
	}

}
