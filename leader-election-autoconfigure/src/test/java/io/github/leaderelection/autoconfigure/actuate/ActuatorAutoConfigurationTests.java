package io.github.leaderelection.autoconfigure.actuate;

import java.time.Duration;
import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.LeaderEndpointWebExtension;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.actuate.LeaderInfoContributor;
import io.github.leaderelection.internal.actuate.LeaderKnownHealthIndicator;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.actuate.StubElector;
import io.github.leaderelection.internal.actuate.StubNode;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMetrics;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

class ActuatorAutoConfigurationTests {

	private static final String EXPOSED = "management.endpoints.web.exposure.include=leader";

	private final StubElector elector = new StubElector(Statuses.following("default"));

	private final ApplicationContextRunner withoutNode = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionEndpointAutoConfiguration.class,
				LeaderElectionHealthAutoConfiguration.class, LeaderElectionInfoAutoConfiguration.class,
				LeaderElectionMetricsAutoConfiguration.class, EndpointAutoConfiguration.class,
				MetricsAutoConfiguration.class))
		.withBean(SimpleMeterRegistry.class)
		.withPropertyValues(EXPOSED);

	private final ApplicationContextRunner runner = this.withoutNode.withBean(ElectionNode.class,
			() -> new StubNode(this.elector));

	@Test
	void everythingIsThereForANode() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(LeaderEndpoint.class)
			.hasSingleBean(LeaderEndpointWebExtension.class)
			.hasSingleBean(LeaderHealthIndicator.class)
			.hasSingleBean(LeaderInfoContributor.class)
			.hasSingleBean(LeaderElectionMetrics.class));
	}

	@Test
	void nothingIsThereWithoutANode() {
		this.withoutNode.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(LeaderEndpoint.class)
			.doesNotHaveBean(LeaderEndpointWebExtension.class)
			.doesNotHaveBean(LeaderHealthIndicator.class)
			.doesNotHaveBean(LeaderInfoContributor.class)
			.doesNotHaveBean(LeaderElectionMetrics.class));
	}

	@Test
	void withoutActuatorOnlyTheMetersAreThere() {
		runWithout("org.springframework.boot.actuate", "org.springframework.boot.health")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean("leaderEndpoint")
				.doesNotHaveBean("leaderHealthIndicator")
				.doesNotHaveBean("leaderInfoContributor")
				.hasSingleBean(LeaderElectionMetrics.class));
	}

	@Test
	void withoutTheHealthModuleTheIndicatorIsMissing() {
		runWithout("org.springframework.boot.health").run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean("leaderHealthIndicator")
			.hasSingleBean(LeaderInfoContributor.class)
			.hasSingleBean(LeaderEndpoint.class));
	}

	@Test
	void withoutMicrometerTheMetersAreMissing() {
		runWithout("io.micrometer", "org.springframework.boot.micrometer")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LeaderEndpoint.class)
				.hasSingleBean(LeaderHealthIndicator.class)
				.doesNotHaveBean("leaderElectionMetrics"));
	}

	@Test
	void theEndpointIsMissingWhereItIsNotExposed() {
		this.runner.withPropertyValues("management.endpoints.web.exposure.include=info")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderEndpoint.class)
				.doesNotHaveBean(LeaderEndpointWebExtension.class));
	}

	@Test
	void theExtensionIsMissingWhereTheEndpointIsExposedOverJmxAlone() {
		this.runner
			.withPropertyValues("management.endpoints.web.exposure.include=info",
					"management.endpoints.jmx.exposure.include=leader", "spring.jmx.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(LeaderEndpoint.class)
				.doesNotHaveBean(LeaderEndpointWebExtension.class));
	}

	@Test
	void everythingBacksOffWhenUserProvidedBeansArePresent() {
		this.runner.withUserConfiguration(OwnBeans.class)
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LeaderEndpoint.class)
				.hasBean("ownEndpoint")
				.hasSingleBean(LeaderEndpointWebExtension.class)
				.hasBean("ownExtension")
				.hasSingleBean(LeaderElectionMetrics.class)
				.hasBean("ownMetrics")
				.doesNotHaveBean(LeaderHealthIndicator.class)
				.doesNotHaveBean(LeaderInfoContributor.class));
	}

	@Test
	void theIndicatorCanBeSwitchedOff() {
		this.runner.withPropertyValues("management.health.leader.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderHealthIndicator.class));
		this.runner.withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderHealthIndicator.class));
	}

	@Test
	void whetherALeaderWasEverKnownIsLookedAtOnlyWhereItIsAskedFor() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(LeaderKnownHealthIndicator.class));
		this.runner
			.withPropertyValues("management.health.leader-known.enabled=true", "management.health.leader.enabled=false")
			.run((context) -> assertThat(context).hasBean("leaderKnownHealthIndicator")
				.doesNotHaveBean(LeaderHealthIndicator.class));
		this.runner.withPropertyValues("management.health.leader-known.enabled=true", "leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void theInformationCanBeSwitchedOff() {
		this.runner.withPropertyValues("management.info.leader.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderInfoContributor.class));
	}

	@Test
	void theThresholdIsTenSeconds() {
		leaderlessFor(Duration.ofMillis(9_999));
		this.runner
			.run((context) -> assertThat(status(context.getBean(LeaderHealthIndicator.class))).isEqualTo(Status.UP));
		leaderlessFor(Duration.ofSeconds(10));
		this.runner.run((context) -> assertThat(status(context.getBean(LeaderHealthIndicator.class)))
			.isEqualTo(Status.OUT_OF_SERVICE));
	}

	@Test
	void theThresholdCanBeSet() {
		leaderlessFor(Duration.ofSeconds(10));
		this.runner.withPropertyValues("management.health.leader.leaderless-threshold=11s")
			.run((context) -> assertThat(status(context.getBean(LeaderHealthIndicator.class))).isEqualTo(Status.UP));
	}

	@Test
	void aThresholdThatIsNotPositiveStopsTheStart() {
		this.runner.withPropertyValues("management.health.leader.leaderless-threshold=0s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("management.health.leader.leaderless-threshold is 'PT0S'"));
	}

	@Test
	void metersAreBoundBeforeAnythingStarts() {
		this.runner.run((context) -> assertThat(context.getBean(MeterRegistry.class)
			.get("leader.election.leading")
			.tag("group", "default")
			.gauge()
			.value()).isZero());
	}

	/** Reads the configuration classes as an application does, that is by name. */
	private ApplicationContextRunner runWithout(String... packages) {
		return new ApplicationContextRunner().withUserConfiguration(Imports.class)
			.withBean(ElectionNode.class, () -> new StubNode(this.elector))
			.withPropertyValues(EXPOSED)
			.withClassLoader(new FilteredClassLoader(packages));
	}

	private void leaderlessFor(Duration duration) {
		ElectionStatus leaderless = Statuses.leaderless("default", duration);
		this.elector.shows(leaderless);
	}

	private static Status status(HealthIndicator indicator) {
		Health health = indicator.health();
		assertThat(health).isNotNull();
		return health.getStatus();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ LeaderElectionEndpointAutoConfiguration.class,
			LeaderElectionHealthAutoConfiguration.class, LeaderElectionInfoAutoConfiguration.class,
			LeaderElectionMetricsAutoConfiguration.class })
	static class Imports {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnBeans {

		@Bean
		OwnEndpoint ownEndpoint(ElectionNode node) {
			return new OwnEndpoint(node);
		}

		@Bean
		LeaderEndpointWebExtension ownExtension(LeaderEndpoint endpoint) {
			return new LeaderEndpointWebExtension(endpoint, true);
		}

		@Bean
		LeaderElectionMetrics ownMetrics(ElectionNode node) {
			return new LeaderElectionMetrics(node, new GateStatistics(), Map::of);
		}

		@Bean
		HealthIndicator leaderHealthIndicator() {
			return () -> Health.up().build();
		}

		@Bean
		InfoContributor leaderInfoContributor() {
			return (builder) -> builder.withDetail("own", true);
		}

	}

	@Endpoint(id = "leader")
	static class OwnEndpoint extends LeaderEndpoint {

		OwnEndpoint(ElectionNode node) {
			super(node, Map::of);
		}

	}

}
