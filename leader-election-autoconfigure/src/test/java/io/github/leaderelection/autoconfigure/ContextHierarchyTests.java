package io.github.leaderelection.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.observation.ElectionObservations;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.micrometer.observation.ObservationRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A parent and a child context that are both auto-configured.
 */
class ContextHierarchyTests {

	/** A lease that no loaded machine lets run out. */
	private static final String[] PROPERTIES = { "leader-election.standalone=true",
			"leader-election.groups.reports.priority=1", "leader-election.lease-duration=1m",
			"leader-election.heartbeat-interval=100ms" };

	@Test
	void childTakesPartThroughTheNodeOfItsParent() {
		ConfigurableApplicationContext child = new SpringApplicationBuilder(ParentConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties(PROPERTIES)
			.child(ChildConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties(PROPERTIES)
			.run();
		ConfigurableApplicationContext parent = (ConfigurableApplicationContext) child.getParent();
		assertThat(parent).isNotNull();
		try {
			LeaderElector elector = parent.getBean(LeaderElector.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			assertThat(child.getBeansOfType(LeaderElector.class)).isEmpty();
			assertThat(child.getBeansOfType(ElectionNode.class)).isEmpty();
			assertThat(child.getBean(LeaderElectorRegistry.class).elector("default")).isSameAs(elector);
			assertThat(child.getBean(LeaderElectorRegistry.class).groups()).containsExactlyInAnyOrder("default",
					"reports");
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !parent.getBean(Heard.class).granted.isEmpty());
			child.close();
			assertThat(elector.isLeader()).isTrue();
			assertThat(parent.getBean(Heard.class).revoked).isEmpty();
		}
		finally {
			child.close();
			parent.close();
		}
		assertThat(parent.isActive()).isFalse();
	}

	@Test
	void childCountsAndObservesInItsParent() {
		ConfigurableApplicationContext child = new SpringApplicationBuilder(ParentConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties(PROPERTIES)
			.child(ChildConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties(PROPERTIES)
			.run();
		try (ConfigurableApplicationContext parent = (ConfigurableApplicationContext) child.getParent(); child) {
			assertThat(parent).isNotNull();
			assertThat(child.getBean(ObservationRegistry.class)).isNotNull();
			assertThat(parent.getBeansOfType(ElectionObservations.class)).hasSize(1);
			assertThat(child.getBeansOfType(ElectionObservations.class)).isEmpty();
			LeaderElector elector = parent.getBean(LeaderElector.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(elector::isLeader);
			assertThat(child.getBean(Job.class).run()).isEqualTo("ran");
			assertThat(parent.getBean(GateStatistics.class).count("default", GateOutcome.ADMITTED)).isEqualTo(1);
		}
	}

	@Test
	void childHasTheElectorsThatStandInForThoseOfItsParent() {
		for (String enabledInTheChild : List.of("false", "true")) {
			ConfigurableApplicationContext child = new SpringApplicationBuilder(ParentConfiguration.class)
				.web(WebApplicationType.NONE)
				.properties(PROPERTIES)
				.properties("leader-election.enabled=false")
				.child(ChildConfiguration.class)
				.web(WebApplicationType.NONE)
				.properties(PROPERTIES)
				.properties("leader-election.enabled=" + enabledInTheChild)
				.run();
			try (ConfigurableApplicationContext parent = (ConfigurableApplicationContext) child.getParent(); child) {
				assertThat(parent).isNotNull();
				assertThat(parent.getBeansOfType(LeaderElector.class)).containsOnlyKeys("leaderElector",
						"reportsLeaderElector");
				assertThat(child.getBeansOfType(LeaderElector.class)).isEmpty();
				assertThat(child.getBeansOfType(ElectionNode.class)).isEmpty();
				assertThat(child.getBean(LeaderElector.class)).isSameAs(parent.getBean("leaderElector"));
			}
		}
	}

	static class Heard {

		private final List<LeadershipGrantedEvent> granted = new CopyOnWriteArrayList<>();

		private final List<LeadershipRevokedEvent> revoked = new CopyOnWriteArrayList<>();

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.granted.add(event);
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.revoked.add(event);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ParentConfiguration {

		@Bean
		Heard heard() {
			return new Heard();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ChildConfiguration {

		@Bean
		Job job() {
			return new Job();
		}

	}

	static class Job {

		@LeaderOnly
		public String run() {
			return "ran";
		}

	}

}
