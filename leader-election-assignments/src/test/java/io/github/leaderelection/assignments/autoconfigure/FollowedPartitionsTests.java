package io.github.leaderelection.assignments.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.follow.LeaderElectionFollowAutoConfiguration;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextStartedEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What follows a partition runs where the partition is owned, and has stopped before it
 * goes elsewhere.
 */
class FollowedPartitionsTests {

	private static final String ORDERS = "leader-election.assignments.orders.";

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionFollowAutoConfiguration.class,
				LeaderElectionAssignmentsAutoConfiguration.class))
		.withUserConfiguration(Beans.class)
		.withPropertyValues("leader-election.lease-duration=500ms", ORDERS + "partitions=2",
				ORDERS + "follow.p0=first,second", ORDERS + "follow.p1[0]=third");

	@Test
	void beansRunWhereTheirPartitionIsOwnedAndStopBeforeItIsGivenUp() {
		List<Poller> all = new ArrayList<>();
		this.runner.run((context) -> {
			all.addAll(pollers(context));
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> all.stream().allMatch(Poller::isRunning));
		});
		assertThat(all).extracting((each) -> each.done)
			.containsOnly(List.of("start, owned: true", "stop, owned: true"));
	}

	@Test
	void beansStopWhereNobodyPlansAnyMoreAndStartAgain() {
		this.runner.run((context) -> {
			Poller third = context.getBean("third", Poller.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(third::isRunning);
			LeaderElector elector = Standalone.awaitLeader(context);
			elector.eligibility().pause();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(
						() -> assertThat(third.done).containsExactly("start, owned: true", "stop, owned: false"));
			elector.eligibility().resume();
			Awaitility.await().atMost(Standalone.PATIENCE).until(third::isRunning);
			assertThat(third.done).last().isEqualTo("start, owned: true");
		});
	}

	@Test
	void aBeanThatSomethingElseStartedIsStoppedWhereItsPartitionIsNotOwned() {
		this.runner.withPropertyValues(ORDERS + "capacity=0").run((context) -> {
			Poller first = context.getBean("first", Poller.class);
			Standalone.awaitLeader(context);
			assertThat(first.done).isEmpty();
			ConfigurableApplicationContext application = context.getSourceApplicationContext();
			first.start();
			application.publishEvent(new ContextStartedEvent(application));
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(
						() -> assertThat(first.done).containsExactly("start, owned: false", "stop, owned: false"));
		});
	}

	@Test
	void aStartThatFailsRefusesThePartition() {
		this.runner.withPropertyValues(ORDERS + "follow.p0=first,failing").run((context) -> {
			Poller first = context.getBean("first", Poller.class);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(first.done).startsWith("start, owned: true", "stop, owned: false"));
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.untilAsserted(() -> assertThat(context.getBean(NodeAssignments.class).problems("default"))
					.anySatisfy((problem) -> assertThat(problem).contains("p0").contains("refuse")));
			assertThat(context.getBean("third", Poller.class).isRunning()).isTrue();
		});
	}

	@Test
	void beansRunNowhereWhereTheElectionIsDisabledUnlessAllIsToRun() {
		ApplicationContextRunner disabled = this.runner.withPropertyValues("leader-election.enabled=false");
		disabled.run((context) -> assertThat(pollers(context)).allMatch((each) -> each.done.isEmpty()));
		disabled.withPropertyValues("leader-election.gate.when-disabled=leader")
			.run((context) -> assertThat(pollers(context)).allMatch(Poller::isRunning));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					follow.p2=fourth | follow.p2=[fourth]: The assignment has no partition 'p2' | such as p0
					follow.p0=nobody | follow.p0=nobody: No bean has that name, and no listener container that id | id of a listener
					follow.p0=text   | follow.p0=text: The bean of that name is no Lifecycle | a SmartLifecycle
					follow.p0=third  | =third: It is named twice, the first time in leader-election.assignments.orders.follow.p | Name it once
					""")
	void whatCannotFollowFailsTheStart(String property, String problem, String remedy) {
		fails(this.runner.withPropertyValues(ORDERS + property), problem, remedy);
	}

	@Test
	void whatFollowsLeadershipCannotFollowAPartition() {
		fails(this.runner.withPropertyValues("leader-election.follow.default=third"), "=third: It is named twice",
				"one group or one partition");
	}

	private static void fails(ApplicationContextRunner runner, String problem, String remedy) {
		runner.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining(problem)
				.hasMessageContaining(remedy);
		});
	}

	private static List<Poller> pollers(ApplicationContext context) {
		return List.of(context.getBean("first", Poller.class), context.getBean("second", Poller.class),
				context.getBean("third", Poller.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Poller first(AssignedPartitions orders) {
			return new Poller(orders, "p0");
		}

		@Bean
		Poller second(AssignedPartitions orders) {
			return new Poller(orders, "p0");
		}

		@Bean
		Poller third(AssignedPartitions orders) {
			return new Poller(orders, "p1");
		}

		@Bean
		Failing failing(AssignedPartitions orders) {
			return new Failing(orders);
		}

		@Bean
		String text() {
			return "no lifecycle";
		}

	}

	static class Poller implements SmartLifecycle {

		final List<String> done = new CopyOnWriteArrayList<>();

		private final AssignedPartitions partitions;

		private final String partition;

		private volatile boolean running;

		private boolean autoStartup = true;

		Poller(AssignedPartitions partitions, String partition) {
			this.partitions = partitions;
			this.partition = partition;
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
			this.done.add("start, owned: " + this.partitions.owns(this.partition));
			this.running = true;
		}

		@Override
		public void stop() {
			this.done.add("stop, owned: " + this.partitions.owns(this.partition));
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

		/** Stops after the election, so that the election stops it first. */
		@Override
		public int getPhase() {
			return 0;
		}

	}

	static class Failing extends Poller {

		Failing(AssignedPartitions partitions) {
			super(partitions, "p0");
			setAutoStartup(false);
		}

		@Override
		public void start() {
			throw new IllegalStateException("on purpose");
		}

	}

}
