package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

/**
 * Machines take an instance out, or kill it, by what these addresses answer. So whatever
 * is true of the cluster, an instance that works is healthy there.
 */
class HealthyInstanceTests {

	private static final String[] ADDRESSES = { "/actuator/health", "/actuator/health/liveness",
			"/actuator/health/readiness", "/livez", "/readyz", "/actuator/health/all", "/actuator/health/most" };

	private static final String[] GROUPS = { "management.endpoint.health.probes.add-additional-paths=true",
			"management.endpoint.health.group.all.include=*",
			"management.endpoint.health.group.most.exclude=diskSpace" };

	private static final StubElector elector = new StubElector(Statuses.following("default"));

	private static List<WebApplication> applications;

	static Stream<Named<ElectionStatus>> clusters() {
		return Stream.of(named("this instance leads", Statuses.leading("default")),
				named("another leads", Statuses.following("default")),
				named("nobody has led for a day", Statuses.leaderless("default", Duration.ofDays(1))),
				named("nobody has ever led", Statuses.leaderlessFromTheStart("default")),
				named("it does not vote yet", Statuses.voting("default", "not yet: no saved state")),
				named("its disk is full", Statuses.voting("default", "no: the state cannot be saved")));
	}

	@BeforeAll
	static void run() {
		applications = Stream.of(WebApplicationType.SERVLET, WebApplicationType.REACTIVE)
			.map((type) -> WebApplication.run(type, Application.class, GROUPS))
			.toList();
	}

	@AfterAll
	static void close() {
		applications.forEach(WebApplication::close);
	}

	@ParameterizedTest
	@MethodSource("clusters")
	void isUpWhereMachinesAsk(ElectionStatus cluster) {
		elector.shows(cluster);
		for (WebApplication application : applications) {
			for (String address : ADDRESSES) {
				assertThat(application.get(address).statusCode()).as(address).isEqualTo(200);
			}
			assertThat(application.context().getBeansOfType(HealthIndicator.class))
				.as("a registry of services asks each")
				.allSatisfy(
						(name, indicator) -> assertThat(indicator.health().getStatus()).as(name).isEqualTo(Status.UP));
		}
	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		ElectionNode electionNode() {
			return new StubNode(elector);
		}

	}

}
