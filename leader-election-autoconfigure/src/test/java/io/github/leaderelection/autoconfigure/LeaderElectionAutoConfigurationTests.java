package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.transport.LeaderElectionWebSocketAutoConfiguration;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import jakarta.annotation.PostConstruct;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class LeaderElectionAutoConfigurationTests {

	private final ApplicationContextRunner runner = Standalone.runner();

	@Test
	void nodeElectorAndRegistryAreBeans() {
		this.runner.run((context) -> {
			assertThat(context).hasSingleBean(ElectionNode.class)
				.hasSingleBean(LeaderElector.class)
				.hasSingleBean(LeaderElectorRegistry.class)
				.hasBean("electionNode")
				.hasBean("leaderElector");
			LeaderElector elector = context.getBean(LeaderElector.class);
			assertThat(elector.group()).isEqualTo("default");
			assertThat(context.getBean(LeaderElectorRegistry.class).elector("default")).isSameAs(elector);
			assertThat(context.getBean(ElectionNode.class).elector("default")).isSameAs(elector);
		});
	}

	@Test
	void nodeWithoutPeersLeadsAloneAndWarns(CapturedOutput output) {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			assertThat(elector.status().leading()).isTrue();
			assertThat(elector.leader()).hasValueSatisfying(
					(leader) -> assertThat(leader.id()).isEqualTo(context.getBean(ElectionNode.class).id()));
			assertThat(output).containsOnlyOnce("has no peers and leads alone").contains("leader-election.peers");
		});
	}

	@Test
	void whenLeadershipFlapsCanBeSet() {
		this.runner.withPropertyValues("leader-election.flapping.window=1m").run((context) -> {
			ElectorInternals elector = ElectorInternals.of(Standalone.awaitLeader(context));
			assertThat(elector.flapping())
				.hasValueSatisfying((seen) -> assertThat(seen.window()).isEqualTo(Duration.ofMinutes(1)));
		});
	}

	@Test
	void advertisedUrlGivesTheNodeItsId() {
		this.runner.withPropertyValues("leader-election.advertised-url=http://host-a:8080").run((context) -> {
			assertThat(context.getBean(ElectionNode.class).id()).isEqualTo(NodeId.of("host-a:8080"));
			assertThat(Standalone.awaitLeader(context).leader())
				.hasValueSatisfying((leader) -> assertThat(leader.url()).isEqualTo("http://host-a:8080"));
		});
	}

	@Test
	void electorOfTheDefaultGroupIsPrimaryAndOthersGoByQualifier() {
		this.runner
			.withPropertyValues("leader-election.groups.billing.priority=3",
					"leader-election.groups.reports.priority=2")
			.withUserConfiguration(InjectionConfiguration.class)
			.run((context) -> {
				Injected injected = context.getBean(Injected.class);
				assertThat(injected.any.group()).isEqualTo("default");
				assertThat(injected.first.group()).isEqualTo("default");
				assertThat(injected.billing.group()).isEqualTo("billing");
				assertThat(context.getBean("reportsLeaderElector", LeaderElector.class).group()).isEqualTo("reports");
				assertThat(context.getBean(LeaderElectorRegistry.class).groups()).containsExactlyInAnyOrder("default",
						"billing", "reports");
				Awaitility.await().atMost(Standalone.PATIENCE).until(injected.billing::isLeader);
			});
	}

	@Test
	void settingsOfTheDefaultGroupCanBeOverridden() {
		this.runner
			.withPropertyValues("leader-election.groups.default.lease-duration=15s",
					"leader-election.lease-duration=30s")
			.run((context) -> {
				assertThat(context).hasSingleBean(LeaderElector.class);
				assertThat(Standalone.awaitLeader(context).status().leaseRemaining())
					.isLessThan(Duration.ofSeconds(15));
			});
	}

	@Test
	void nothingIsElectedWhereDisabled() {
		this.runner
			.withPropertyValues("leader-election.enabled=false", "leader-election.peers=nonsense",
					"leader-election.groups.billing.priority=1")
			.run((context) -> {
				assertThat(context).hasNotFailed()
					.doesNotHaveBean(ElectionNode.class)
					.doesNotHaveBean(ElectionLifecycle.class);
				assertThat(context.getBean(LeaderElectorRegistry.class).groups()).isEmpty();
			});
	}

	@Test
	void electorsAreInjectedWhereDisabledAndLeadNothing() {
		this.runner.withUserConfiguration(InjectionConfiguration.class)
			.withPropertyValues("leader-election.enabled=false", "leader-election.groups.billing.priority=1")
			.run((context) -> {
				Injected injected = context.getBean(Injected.class);
				assertThat(injected.any()).isSameAs(injected.first());
				assertThat(injected.billing().group()).isEqualTo("billing");
				assertThat(List.of(injected.first(), injected.billing())).allSatisfy((elector) -> {
					assertThat(elector.isLeader()).isFalse();
					assertThat(elector.leadership()).isEmpty();
					assertThat(elector.leader()).isEmpty();
					assertThat(elector.runIfLeader(() -> {
						throw new AssertionError("runs on a follower");
					})).isFalse();
					assertThat(elector.status().problems()).singleElement()
						.asString()
						.contains("leader-election.enabled=false");
					assertThat(elector.resign()).isCompleted();
				});
			});
	}

	@Test
	void electorsLeadWhereDisabledIfTheyShallWithoutALeadership() {
		this.runner.withUserConfiguration(InjectionConfiguration.class)
			.withPropertyValues("leader-election.enabled=false", "leader-election.groups.billing.priority=1",
					"leader-election.gate.when-disabled=leader")
			.run((context) -> {
				Injected injected = context.getBean(Injected.class);
				assertThat(List.of(injected.first(), injected.billing())).allSatisfy((elector) -> {
					assertThat(elector.isLeader()).isTrue();
					assertThat(elector.leadership()).isEmpty();
					assertThat(elector.callIfLeader(Leadership::fencingToken).orElse(0L)).isEqualTo(1);
					assertThat(elector.resign()).isCompleted();
				});
			});
	}

	@Test
	void noBeanIsOfAGeneralType() {
		this.runner.run((context) -> assertThat(context).doesNotHaveBean(Executor.class)
			.doesNotHaveBean(TaskExecutor.class)
			.doesNotHaveBean(TaskScheduler.class)
			.doesNotHaveBean(ThreadFactory.class));
	}

	@Test
	void electorsAnswerAsOnAFollowerBeforeTheStart() {
		this.runner.withUserConfiguration(EarlyConfiguration.class).run((context) -> {
			Early early = context.getBean(Early.class);
			assertThat(early.leader).isFalse();
			assertThat(early.work).isFalse();
			assertThat(early.status.leading()).isFalse();
			assertThat(early.status.problems()).singleElement().asString().contains("not started");
			assertThat(early.status.node()).isEqualTo(NodeId.of("unresolved"));
			assertThat(early.resigned).isTrue();
		});
	}

	@Test
	void nodeOfTheApplicationWins() {
		this.runner.withUserConfiguration(OwnNodeConfiguration.class)
			.withPropertyValues("leader-election.groups.billing.priority=1")
			.run((context) -> {
				assertThat(context).hasSingleBean(ElectionNode.class).doesNotHaveBean("electionNode");
				assertThat(Standalone.awaitLeader(context).status().node()).isEqualTo(NodeId.of("own"));
				assertThat(context.getBean("billingLeaderElector", LeaderElector.class).group()).isEqualTo("billing");
			});
	}

	@Test
	void electionIsHeldInALazyApplication() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run(Standalone::awaitLeader);
	}

	@Test
	void electionIsHeldWithoutWebServerClasses() {
		this.runner.withClassLoader(new FilteredClassLoader(WebServerInitializedEvent.class)).run((context) -> {
			assertThat(context).doesNotHaveBean("leaderElectionWebServerPortListener");
			Standalone.awaitLeader(context);
		});
	}

	@Test
	void peersComeInByAMappingOfTheWebApplication() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
					LeaderElectionWebSocketAutoConfiguration.class))
			.withPropertyValues("leader-election.transport.path=/peers")
			.run((context) -> assertThat(context.getBean(SimpleUrlHandlerMapping.class).getHandlerMap())
				.containsOnlyKeys("/peers"));
	}

	@Test
	void nothingIsMappedWhereThereIsNoWebApplicationOrNoElection() {
		AutoConfigurations configurations = AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
				LeaderElectionWebSocketAutoConfiguration.class);
		this.runner.withConfiguration(configurations)
			.run((context) -> assertThat(context).doesNotHaveBean(SimpleUrlHandlerMapping.class));
		new WebApplicationContextRunner().withConfiguration(configurations)
			.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(SimpleUrlHandlerMapping.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class InjectionConfiguration {

		@Bean
		Injected injected(LeaderElector any, @Qualifier("default") LeaderElector first,
				@Qualifier("billing") LeaderElector billing) {
			return new Injected(any, first, billing);
		}

	}

	record Injected(LeaderElector any, LeaderElector first, LeaderElector billing) {
	}

	@Configuration(proxyBeanMethods = false)
	static class EarlyConfiguration {

		@Bean
		Early early() {
			return new Early();
		}

	}

	static class Early {

		@Autowired
		private LeaderElector elector;

		private boolean leader;

		private boolean work;

		private ElectionStatus status;

		private boolean resigned;

		@PostConstruct
		void look() {
			this.leader = this.elector.isLeader() || this.elector.leadership().isPresent();
			this.work = this.elector.beginWork() != null;
			this.status = this.elector.status();
			this.resigned = this.elector.resign().toCompletableFuture().isCompletedExceptionally()
					&& this.elector.transferTo(NodeId.of("b")).toCompletableFuture().isCompletedExceptionally();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnNodeConfiguration {

		@Bean
		ElectionNode mine() {
			return ElectionNodeBuilder.forNode(NodeId.of("own"))
				.group("default", GroupOptions.defaults())
				.group("billing", GroupOptions.defaults())
				.build();
		}

	}

}
