package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.lifecycle.OwnPort;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionOwnPortAutoConfiguration}.
 */
class LeaderElectionOwnPortAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionOwnPortAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("leader-election.transport.port=0");

	@Test
	void listensForTheNodesThatARangeStandsFor() {
		this.runner.withPropertyValues("leader-election.peers=app-{0..2}@http://app-{0..2}:8080")
			.run((context) -> assertThat(context).hasSingleBean(OwnListenerLifecycle.class));
	}

	@Test
	void listensForNobodyWhereThisNodeIsTheOnlyOne() {
		this.runner.withPropertyValues("leader-election.peers=app-0@http://app-0:8080")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(OwnListenerLifecycle.class));
	}

	@Test
	void listensForNobodyWhereNodesLeadByALease() {
		this.runner
			.withPropertyValues("leader-election.peers=app-{0..2}@http://app-{0..2}:8080", "leader-election.store=jdbc")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(OwnListenerLifecycle.class)
				.doesNotHaveBean(PeerEntrance.class));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableConfigurationProperties(LeaderElectionProperties.class)
	static class Application {

		@Bean
		OwnPort ownPort() {
			return new OwnPort(false);
		}

	}

}
