package io.github.leaderelection.autoconfigure;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.micrometer.ElectionObservations;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionHttpAutoConfiguration;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionOwnPortAutoConfiguration;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionReactiveAutoConfiguration;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionWebSocketAutoConfiguration;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import io.micrometer.observation.ObservationRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
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

	private static ConfigurableApplicationContext child(String[] ofItsParent, String[] own) {
		return new SpringApplicationBuilder(ParentConfiguration.class).web(WebApplicationType.NONE)
			.properties(ofItsParent)
			.child(ChildConfiguration.class)
			.web(WebApplicationType.NONE)
			.properties(own)
			.run();
	}

	private static String[] with(String enabled) {
		return Stream.concat(Stream.of(PROPERTIES), Stream.of("leader-election.enabled=" + enabled))
			.toArray(String[]::new);
	}

	@Test
	void childTakesPartThroughTheNodeOfItsParent() {
		ConfigurableApplicationContext child = child(PROPERTIES, PROPERTIES);
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
		ConfigurableApplicationContext child = child(PROPERTIES, PROPERTIES);
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
	void childLeavesThePortOfThePeersToItsParent() throws IOException {
		int port = Ports.free();
		String[] properties = { "leader-election.transport.port=" + port,
				"leader-election.peers=a@http://localhost:" + port + ",b@http://localhost:1,c@http://localhost:2",
				"leader-election.node-id=a", "leader-election.transport.secret=" + "0123456789abcdef".repeat(2) };
		ConfigurableApplicationContext child = child(properties, properties);
		try (ConfigurableApplicationContext parent = (ConfigurableApplicationContext) child.getParent(); child) {
			assertThat(parent).isNotNull();
			assertThat(parent.containsLocalBean("leaderElectionOwnListener")).isTrue();
			assertThat(child.getBeanDefinitionNames()).doesNotContain("leaderElectionOwnListener",
					"leaderElectionTransportFactory", "leaderElectionPeerTls");
			try (Socket socket = new Socket("localhost", port)) {
				assertThat(socket.isConnected()).isTrue();
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.transport.type=websocket", "leader-election.transport.type=http" })
	void childHasNoTransportOfItsOwn(String property) {
		Standalone.runner()
			.run((parent) -> Stream.of(new WebApplicationContextRunner(), new ReactiveWebApplicationContextRunner())
				.forEach((runner) -> runner.withParent(parent)
					.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
							LeaderElectionHttpAutoConfiguration.class, LeaderElectionWebSocketAutoConfiguration.class,
							LeaderElectionReactiveAutoConfiguration.class,
							LeaderElectionOwnPortAutoConfiguration.class))
					.withPropertyValues(property)
					.run((child) -> assertThat(child.getBeanDefinitionNames()).doesNotContain("leaderElectionPeerTls",
							"leaderElectionPeerEntrance", "leaderElectionPeerServlet", "leaderElectionHandlerMapping",
							"leaderElectionPeerWebFilter"))));
	}

	@Test
	void childHasTheElectorsThatStandInForThoseOfItsParent() {
		for (String enabledInTheChild : List.of("false", "true")) {
			ConfigurableApplicationContext child = child(with("false"), with(enabledInTheChild));
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
