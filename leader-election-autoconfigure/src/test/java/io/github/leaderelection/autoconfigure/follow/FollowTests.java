package io.github.leaderelection.autoconfigure.follow;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What follows leadership runs while its node leads, and has stopped before leadership is
 * handed on.
 */
@ExtendWith(OutputCaptureExtension.class)
class FollowTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionFollowAutoConfiguration.class))
		.withUserConfiguration(Beans.class)
		.withPropertyValues("leader-election.follow.default=orders");

	@Test
	void beanRunsOnTheLeaderAndStopsBeforeLeadershipIsHandedOn() {
		this.runner.run((context) -> {
			Poller orders = context.getBean("orders", Poller.class);
			LeaderElector elector = Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
			elector.eligibility().pause().toCompletableFuture().join();
			assertThat(elector.isLeader()).isFalse();
			assertThat(orders.done).containsExactly("start, leads: true", "stop, leads: true");
			elector.eligibility().resume().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
		});
	}

	@Test
	void beanStartsWithNothingElseThanLeadership() {
		this.runner.run((context) -> {
			Poller orders = context.getBean("orders", Poller.class);
			Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
			ConfigurableApplicationContext application = context.getSourceApplicationContext();
			application.pause();
			assertThat(orders.isRunning()).isFalse();
			application.restart();
			Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
			assertThat(orders.done).filteredOn((each) -> each.startsWith("start"))
				.containsExactly("start, leads: true", "start, leads: true");
			assertThat(context.getBean("others", Poller.class).done).first().isEqualTo("start, leads: false");
		});
	}

	@Test
	void beanRunsNowhereWhereTheElectionIsDisabled() {
		this.runner.withPropertyValues("leader-election.enabled=false").run((context) -> {
			assertThat(context.getBean("orders", Poller.class).done).isEmpty();
			assertThat(context.getBean("others", Poller.class).isRunning()).isTrue();
		});
	}

	@Test
	void beanRunsWhereADisabledElectionLetsAllRun() {
		this.runner.withPropertyValues("leader-election.enabled=false", "leader-election.gate.when-disabled=leader")
			.run((context) -> assertThat(context.getBean("orders", Poller.class).isRunning()).isTrue());
	}

	@Test
	void stopThatHangsIsAwaitedForTheDrainTimeoutAlone(CapturedOutput output) {
		this.runner
			.withPropertyValues("leader-election.follow.default=hanging,orders", "leader-election.drain-timeout=100ms")
			.run((context) -> {
				Hanging hanging = context.getBean("hanging", Hanging.class);
				Poller orders = context.getBean("orders", Poller.class);
				LeaderElector elector = Standalone.awaitLeader(context);
				Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
				elector.eligibility().pause().toCompletableFuture().join();
				assertThat(elector.isLeader()).isFalse();
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.until(() -> output.getOut().contains("[hanging] did not stop within PT0.1S"));
				assertThat(orders.isRunning()).isFalse();
				hanging.release.countDown();
			});
	}

	@Test
	void startThatFailsKeepsNothingElseFromStarting(CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.follow.default=failing,orders").run((context) -> {
			Poller orders = context.getBean("orders", Poller.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(orders::isRunning);
			assertThat(output).contains("leader-election.follow.default: 'failing' could not be started");
			assertThat(Standalone.awaitLeader(context).isLeader()).isTrue();
		});
	}

	@Test
	void nodeResignsWhereAStartFailsAndThatIsWanted(CapturedOutput output) {
		this.runner
			.withPropertyValues("leader-election.follow.default=failing",
					"leader-election.listeners.resign-on-failure=true")
			.run((context) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> output.getOut().contains("RESIGNED ended the leadership")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			leader-election.follow.default=nobody   | No bean has that name, and no listener container that id
			leader-election.follow.default=text     | is no Lifecycle
			leader-election.follow.default=stubborn | 'autoStartup' cannot be set to false
			leader-election.follow.other=others     | There is no group 'other' among [default]
			leader-election.follow.default=orders,orders | It is named twice
			""")
	void whatCannotFollowFailsTheStart(String property, String problem) {
		this.runner.withPropertyValues(property).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining(property.substring(0, property.indexOf('=')))
				.hasMessageContaining(problem);
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Poller orders(LeaderElector elector) {
			return new Poller(elector);
		}

		@Bean
		Poller others(LeaderElector elector) {
			return new Poller(elector);
		}

		@Bean
		Hanging hanging() {
			return new Hanging();
		}

		@Bean
		Failing failing() {
			return new Failing();
		}

		@Bean
		Stubborn stubborn() {
			return new Stubborn();
		}

		@Bean
		String text() {
			return "no lifecycle";
		}

	}

	static class Poller implements SmartLifecycle {

		final List<String> done = new CopyOnWriteArrayList<>();

		private final LeaderElector elector;

		private volatile boolean running;

		private boolean autoStartup = true;

		Poller(LeaderElector elector) {
			this.elector = elector;
		}

		public void setAutoStartup(boolean autoStartup) {
			this.autoStartup = autoStartup;
		}

		@Override
		public boolean isAutoStartup() {
			return this.autoStartup;
		}

		@Override
		public void start() {
			this.done.add("start, leads: " + this.elector.isLeader());
			this.running = true;
		}

		@Override
		public void stop() {
			this.done.add("stop, leads: " + this.elector.isLeader());
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		/** Starts before the election does. */
		@Override
		public int getPhase() {
			return 0;
		}

	}

	static class Hanging implements SmartLifecycle {

		final CountDownLatch release = new CountDownLatch(1);

		private volatile boolean running;

		@Override
		public boolean isAutoStartup() {
			return false;
		}

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			try {
				this.release.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

	static class Failing extends Hanging {

		@Override
		public void start() {
			throw new IllegalStateException("cannot begin");
		}

	}

	static class Stubborn extends Hanging {

		@Override
		public boolean isAutoStartup() {
			return true;
		}

		@Override
		public void start() {
			// It has no setter, and starts with the application.
		}

	}

}
