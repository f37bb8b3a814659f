package io.github.leaderelection.autoconfigure.actuate;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.LeaderEndpointWebExtension;
import io.github.leaderelection.internal.actuate.RequestAudit;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import io.github.leaderelection.internal.actuate.LeaderInfoContributor;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.actuate.StubElector;
import io.github.leaderelection.internal.actuate.StubNode;
import io.github.leaderelection.internal.actuate.metrics.LeaderElectionMetrics;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
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
	void contributorsAreThereWhereAGroupNamesThemAndWaitForNobodyWithoutAnElection() {
		ApplicationContextRunner health = this.withoutNode
			.withConfiguration(AutoConfigurations.of(HealthContributorRegistryAutoConfiguration.class,
					HealthEndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=health",
					"management.endpoint.health.group.all.include=*");
		health.run((context) -> assertThat(context.getBean(HealthContributorRegistry.class).stream()).isEmpty());
		health.withPropertyValues("management.endpoint.health.group.roll-out.include=leaderKnown,leaderParticipant")
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context).hasNotFailed().doesNotHaveBean(HealthIndicator.class);
				HealthContributorRegistry registry = context.getBean(HealthContributorRegistry.class);
				for (String name : List.of("leaderKnown", "leaderParticipant")) {
					assertThat(status((HealthIndicator) registry.getContributor(name))).as(name).isEqualTo(Status.UP);
				}
			});
	}

	@Test
	void aContributorOfTheApplicationIsKept() {
		this.runner
			.withConfiguration(AutoConfigurations.of(HealthContributorRegistryAutoConfiguration.class,
					HealthEndpointAutoConfiguration.class))
			.withPropertyValues("management.endpoints.web.exposure.include=health",
					"management.endpoint.health.group.roll-out.include=leaderKnown")
			.withBean("leaderKnownHealthIndicator", HealthIndicator.class, () -> () -> Health.down().build())
			.run((context) -> assertThat(status(
					(HealthIndicator) context.getBean(HealthContributorRegistry.class).getContributor("leaderKnown")))
				.isEqualTo(Status.DOWN));
	}

	@Test
	void theInformationCanBeSwitchedOff() {
		this.runner.withPropertyValues("management.info.leader.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LeaderInfoContributor.class));
	}

	@Test
	void aThresholdThatIsNotPositiveStopsTheStart() {
		this.runner.withPropertyValues("management.health.leader-known.leaderless-threshold=0s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("management.health.leader-known.leaderless-threshold is '0s'"));
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

	private static Status status(@Nullable HealthIndicator indicator) {
		assertThat(indicator).isNotNull();
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
			return new LeaderEndpointWebExtension(endpoint, true, (caller) -> true, List.of(),
					new RequestAudit((event) -> {
					}));
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
			super(node, Map::of, new GateStatistics());
		}

	}

}
