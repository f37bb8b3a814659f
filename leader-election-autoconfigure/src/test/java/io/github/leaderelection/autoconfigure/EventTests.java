package io.github.leaderelection.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.integration.LeaderElectionIntegrationAutoConfiguration;
import io.github.leaderelection.spring.LeadershipDrainingEvent;
import io.github.leaderelection.spring.LeadershipGrantedEvent;
import io.github.leaderelection.spring.LeadershipRevokedEvent;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.SmartLifecycleRoleController;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the events as an application listens to them.
 */
@ExtendWith(OutputCaptureExtension.class)
class EventTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionIntegrationAutoConfiguration.class))
		.withUserConfiguration(Listeners.class);

	@Test
	void listenerMayChooseTheGroupByAnExpression() {
		this.runner.withPropertyValues("leader-election.groups.billing.priority=2").run((context) -> {
			Heard heard = context.getBean(Heard.class);
			Standalone.awaitLeader(context);
			// One event is told to one method after the other.
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> heard.granted.size() == 2 && !heard.billing.isEmpty());
			assertThat(heard.billing).singleElement()
				.satisfies((event) -> assertThat(event.group()).isEqualTo("billing"));
		});
	}

	@Test
	void listenerThatIsAddedLateHearsThePresentStateFirst() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			List<String> heard = new CopyOnWriteArrayList<>();
			elector.addListener(new LeadershipListener() {

				@Override
				public void onGranted(Leadership leadership) {
					heard.add("granted");
				}

				@Override
				public void onRevoked(Leadership leadership, RevocationReason reason) {
					heard.add("revoked " + reason);
				}

				@Override
				public void onLeaderChanged(@Nullable LeaderInfo leader) {
					heard.add((leader != null) ? "leader" : "nobody");
				}

			});
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(heard).startsWith("granted", "leader"));
			elector.eligibility().pause();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(heard).endsWith("revoked INELIGIBLE", "nobody"));
		});
	}

	@Test
	void springIntegrationHearsOfGrantAndRevocationInItsOwnWords() {
		this.runner.run((context) -> {
			Heard heard = context.getBean(Heard.class);
			Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> heard.foreign.size() == 1);
			OnGrantedEvent granted = (OnGrantedEvent) heard.foreign.get(0);
			assertThat(granted.getRole()).isEqualTo("default");
			assertThat(granted.getContext().isLeader()).isTrue();
			granted.getContext().yield();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> heard.foreign.size() >= 2);
			assertThat(heard.foreign.get(1)).isInstanceOf(OnRevokedEvent.class);
			assertThat(granted.getContext().isLeader()).isFalse();
		});
	}

	@Test
	void springIntegrationHearsOfGrantAndRevocationThoughAListenerOfTheApplicationFails() {
		this.runner.withUserConfiguration(FailingBeforeAll.class).run((context) -> {
			Heard heard = context.getBean(Heard.class);
			Standalone.awaitLeader(context).eligibility().pause();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(heard.foreign).hasExactlyElementsOfTypes(OnGrantedEvent.class,
						OnRevokedEvent.class));
		});
	}

	@Test
	void springIntegrationHearsOfTheRevocationAtAStop() {
		this.runner.run((context) -> {
			Heard heard = context.getBean(Heard.class);
			Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> heard.foreign.size() == 1);
			((AbstractApplicationContext) context.getSourceApplicationContext()).stop();
			assertThat(heard.foreign).hasExactlyElementsOfTypes(OnGrantedEvent.class, OnRevokedEvent.class);
		});
	}

	@Test
	void leadershipIsHeldUntilWhatItRanHasStopped() {
		this.runner.withUserConfiguration(Stopping.class).run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> context.getBean(Heard.class).granted.size() == 1);
			elector.eligibility().pause().toCompletableFuture().join();
			assertThat(context.getBean(Stopping.class).leading)
				.containsExactlyInAnyOrder("LeadershipDrainingEvent true", "OnRevokedEvent true");
		});
	}

	@Test
	void aRoleThatNoGroupHasIsWarnedOf(CapturedOutput output) {
		this.runner.withBean(SmartLifecycleRoleController.class, () -> {
			SmartLifecycleRoleController roles = new SmartLifecycleRoleController();
			roles.addLifecycleToRole("default", Mockito.mock(SmartLifecycle.class));
			roles.addLifecycleToRole("mails", Mockito.mock(SmartLifecycle.class));
			return roles;
		}).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("No group has the roles"))
				.singleElement()
				.asString()
				.contains("WARN", "[mails]", "leader-election.groups.<role>:");
		});
	}

	@Test
	void nothingIsToldWhereSpringIntegrationIsNot() {
		this.runner.withClassLoader(new FilteredClassLoader(OnGrantedEvent.class))
			.run((context) -> assertThat(context).doesNotHaveBean("integrationLeaderEvents"));
	}

	@Test
	void grantIsGivenUpWhereAListenerFailsOnItAndThatIsWanted() {
		this.runner.withUserConfiguration(Failing.class)
			.withPropertyValues("leader-election.listeners.resign-on-failure=true")
			.run((context) -> {
				Heard heard = context.getBean(Heard.class);
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !heard.revoked.isEmpty());
				assertThat(heard.revoked.get(0).reason()).isEqualTo(RevocationReason.RESIGNED);
			});
	}

	@Test
	void everyGrantHasExactlyOneRevocation() {
		this.runner.run((context) -> {
			Heard heard = context.getBean(Heard.class);
			LeaderElector elector = Standalone.awaitLeader(context);
			for (int round = 1; round <= 3; round++) {
				int expected = round;
				elector.resign().toCompletableFuture().join();
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> heard.revoked.size() == expected);
				Standalone.awaitLeader(context);
			}
			((AbstractApplicationContext) context.getSourceApplicationContext()).stop();
			assertThat(heard.revoked).extracting(LeadershipRevokedEvent::fencingToken)
				.containsExactlyElementsOf(heard.granted.stream().map(LeadershipGrantedEvent::fencingToken).toList());
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Listeners {

		@Bean
		Heard heard() {
			return new Heard();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Stopping {

		final List<String> leading = new CopyOnWriteArrayList<>();

		private final LeaderElector elector;

		Stopping(LeaderElector elector) {
			this.elector = elector;
		}

		@EventListener({ LeadershipDrainingEvent.class, OnRevokedEvent.class })
		void stop(Object event) {
			this.leading.add(event.getClass().getSimpleName() + " " + this.elector.isLeader());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Failing {

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			throw new IllegalStateException("cannot begin");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FailingBeforeAll {

		@Order(Ordered.HIGHEST_PRECEDENCE)
		@EventListener({ LeadershipGrantedEvent.class, LeadershipRevokedEvent.class })
		void changed() {
			throw new IllegalStateException("cannot begin or end");
		}

	}

	static class Heard {

		final List<LeadershipGrantedEvent> granted = new CopyOnWriteArrayList<>();

		final List<LeadershipGrantedEvent> billing = new CopyOnWriteArrayList<>();

		final List<LeadershipRevokedEvent> revoked = new CopyOnWriteArrayList<>();

		final List<AbstractLeaderEvent> foreign = new CopyOnWriteArrayList<>();

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			this.granted.add(event);
		}

		@EventListener(condition = "#event.group == 'billing'")
		void billing(LeadershipGrantedEvent event) {
			this.billing.add(event);
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			this.revoked.add(event);
		}

		@EventListener
		void foreign(AbstractLeaderEvent event) {
			this.foreign.add(event);
		}

	}

}
