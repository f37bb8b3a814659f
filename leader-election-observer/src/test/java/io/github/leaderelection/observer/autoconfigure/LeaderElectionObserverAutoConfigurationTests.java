package io.github.leaderelection.observer.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionObserverAutoConfiguration}.
 */
class LeaderElectionObserverAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(AutoConfigurations
		.of(LeaderElectionAutoConfiguration.class, LeaderElectionObserverAutoConfiguration.class));

	@Test
	void nothingIsThereWhereANodeDoesNotObserve() {
		this.runner.withPropertyValues("leader-election.standalone=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ObserverAssembly.class));
	}

	@Test
	void childTakesPartByTheNodeOfItsParent() {
		Standalone.runner()
			.run((parent) -> this.runner.withParent(parent)
				.withPropertyValues("leader-election.observe=true")
				.run((child) -> assertThat(child).hasNotFailed().doesNotHaveBean(ObserverAssembly.class)));
	}

}
