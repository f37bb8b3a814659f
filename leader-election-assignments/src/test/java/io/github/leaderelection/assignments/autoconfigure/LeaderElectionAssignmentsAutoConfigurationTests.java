package io.github.leaderelection.assignments.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.eligibility.LeaderElectionEligibilityAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.application.NodeAssignments;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import io.github.leaderelection.internal.metadata.application.NodeMetadata;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.metadata.autoconfigure.LeaderElectionMetadataAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskHolder;
import org.springframework.scheduling.support.ScheduledTaskObservationContext;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionAssignmentsAutoConfiguration} in an application that
 * leads alone.
 */
class LeaderElectionAssignmentsAutoConfigurationTests {

	private static final String ORDERS = "leader-election.assignments.orders.";

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAssignmentsAutoConfiguration.class))
		.withPropertyValues("leader-election.lease-duration=500ms");

	private static List<String> owned(ApplicationContext context) {
		return context.getBean(AssignedPartitions.class).owned().stream().map(AssignedPartition::name).toList();
	}

	private static void awaitOwned(ApplicationContext context, String... names) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(owned(context)).containsExactly(names));
	}

	@Test
	void withoutAssignmentsThereIsNoBeanOfPartitions() {
		this.runner.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(AssignedPartitions.class));
	}

	@Test
	void whoLeadsAloneOwnsAllOfEachAssignment() {
		this.runner
			.withPropertyValues(ORDERS + "partitions=3", "leader-election.assignments.tenants.partitions[0]=zoo",
					"leader-election.assignments.tenants.partitions[1]=acme")
			.withUserConfiguration(QualifiedConfiguration.class)
			.run((context) -> {
				Qualified qualified = context.getBean(Qualified.class);
				assertThat(qualified.orders().partitionOf("key")).matches("p[0-2]");
				Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
					assertThat(qualified.orders().owned()).extracting(AssignedPartition::name)
						.containsExactly("p0", "p1", "p2");
					assertThat(qualified.tenants().owned()).extracting(AssignedPartition::name)
						.containsExactly("acme", "zoo");
				});
			});
	}

	@Test
	void withoutCapacityItOwnsNothingAndAPinToItselfDoesNotHelp() {
		this.runner
			.withPropertyValues("leader-election.node-id=a", ORDERS + "partitions=2",
					"leader-election.assignments.idle.partitions=1", "leader-election.assignments.idle.capacity=0",
					"leader-election.assignments.idle.pins.p0=a", ORDERS + "pins.p1=a", ORDERS + "pins.p0=b")
			.run((context) -> {
				AssignedPartitions orders = context.getBean("ordersAssignedPartitions", AssignedPartitions.class);
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> orders.owned().size() == 2);
				assertThat(context.getBean("idleAssignedPartitions", AssignedPartitions.class).owned()).isEmpty();
			});
	}

	@Test
	void eachLeadershipKnowsThePinsThatAreKeptAndWhereNoneAreKept() {
		this.runner.withConfiguration(AutoConfigurations.of(LeaderElectionMetadataAutoConfiguration.class))
			.withPropertyValues(ORDERS + "partitions=1")
			.run((context) -> {
				long first = awaitPinsKnown(context, 0);
				context.getBean(NodeMetadata.class).of("default").refused("nothing is kept");
				context.getBean(LeaderElector.class).resign();
				assertThat(awaitPinsKnown(context, first)).isGreaterThan(first);
			});
	}

	private static long awaitPinsKnown(ApplicationContext context, long later) {
		GroupPart part = context.getBean(NodeAssignments.class).groups().get("default");
		return Awaitility.await().atMost(Standalone.PATIENCE).until(() -> {
			AssignmentState state = part.report().state();
			return (state.leader() != null && state.leader().token() == state.pinsKnown()) ? state.pinsKnown() : 0;
		}, (known) -> known > later);
	}

	@Test
	void aRequiredPinLeavesAPartitionWithoutAnOwner() {
		this.runner
			.withPropertyValues("leader-election.node-id=a", ORDERS + "partitions=3", ORDERS + "required-pins.p0=a",
					ORDERS + "required-pins.p1=b")
			.run((context) -> {
				awaitOwned(context, "p0", "p2");
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.untilAsserted(() -> assertThat(context.getBean(NodeAssignments.class).problems("default"))
						.singleElement(InstanceOfAssertFactories.STRING)
						.startsWith("No instance owns p1 of assignment 'orders': its pin requires"));
			});
		this.runner.withPropertyValues(ORDERS + "partitions=3", ORDERS + "pins.p0=a", ORDERS + "required-pins.p0=b")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining(ORDERS + "required-pins.p0=b: The partition is pinned twice. Remove one"));
	}

	@Test
	void theHealthIndicatorCanBeDisabled() {
		ApplicationContextRunner watched = this.runner
			.withConfiguration(AutoConfigurations.of(LeaderElectionAssignmentsActuatorAutoConfiguration.class));
		watched.run((context) -> assertThat(context).hasBean("leaderAssignmentsHealthIndicator"));
		watched.withPropertyValues("management.health.leader-assignments.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean("leaderAssignmentsHealthIndicator"));
	}

	@Test
	void aSourceTellsThePartitions() {
		this.runner.withPropertyValues("leader-election.assignments.tenants=")
			.withUserConfiguration(SourceConfiguration.class)
			.run((context) -> {
				awaitOwned(context, "acme", "zoo");
				assertThat(context.getBean(NodeAssignments.class).problems("default")).isEmpty();
			});
	}

	@Test
	void ofAnotherGroupTheLeaderOfThatGroupPlans() {
		this.runner
			.withPropertyValues("leader-election.groups.planning.priority=1", ORDERS + "partitions=1",
					ORDERS + "group=planning")
			.run((context) -> {
				awaitOwned(context, "p0");
				assertThat(context.getBean(AssignedPartitions.class).owned("p0").orElseThrow().token().fencingToken())
					.isEqualTo(context.getBean("planningLeaderElector", LeaderElector.class)
						.leadership()
						.orElseThrow()
						.fencingToken());
			});
	}

	@Test
	void whereElectionsAreDisabledNothingIsOwnedAndNoWorkRuns() {
		this.runner.withPropertyValues("leader-election.enabled=false", ORDERS + "partitions=1")
			.withUserConfiguration(WorkConfiguration.class)
			.run((context) -> {
				context.getBean(Work.class).work(null);
				assertThat(owned(context)).isEmpty();
				assertThat(context.getBean(Called.class).partitions).isEmpty();
			});
	}

	@Test
	void aChildContextSharesThePartitionsOfItsParent() {
		this.runner.withPropertyValues(ORDERS + "partitions=1").run((parent) -> {
			ApplicationContextRunner child = new ApplicationContextRunner().withParent(parent)
				.withConfiguration(AutoConfigurations.of(LeaderElectionGateAutoConfiguration.class,
						LeaderElectionAssignmentsAutoConfiguration.class))
				.withPropertyValues(ORDERS + "partitions=1")
				.withUserConfiguration(WorkConfiguration.class);
			child.run((context) -> {
				assertThat(context.getBeanFactory().getBeanNamesForType(NodeAssignments.class)).isEmpty();
				assertThat(context.getBeanFactory().getBeanNamesForType(AssignedPartitions.class)).isEmpty();
				Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> {
					context.getBean(Work.class).work(null);
					assertThat(context.getBean(Called.class).partitions).contains("p0");
				});
			});
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "partitions=0 | partitions=0: | from 1 to 4096",
			"partitions=4097 | partitions=4097: | from 1 to 4096", "partitions= | partitions is not set: | a number",
			"partitions=a,a | partitions=[a, a]: | each once",
			"partitions=a,two words | The name 'two words' of a partition | a list of names",
			"capacity=-1 | capacity=-1: | 0 to own none", "drain-timeout=-1s | drain-timeout=-1s: | zero to one day",
			"refresh-interval=0s | refresh-interval=0s: | a second", "pins.p9=a | pins.p9=a: | such as p0",
			"pins.p1=two words | pins.p1=two words: | a node by its id",
			"required-pins.p9=a | required-pins.p9=a: | such as p0",
			"group=other | group=other: There is no such group among [default] | leader-election.groups.other" })
	void aSettingThatCannotBeUsedFailsStartup(String setting, String problem, String remedy) {
		this.runner.withPropertyValues(ORDERS + "partitions=2", ORDERS + setting)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining(problem)
				.hasMessageContaining(remedy));
	}

	@Test
	void withAStoreAUrlForOtherMachinesNeedsASecret() {
		ApplicationContextRunner stored = this.runner
			.withConfiguration(AutoConfigurations.of(ApplicationAvailabilityAutoConfiguration.class,
					LeaderElectionEligibilityAutoConfiguration.class))
			.withPropertyValues(ORDERS + "partitions=2", "leader-election.store=bean");
		ApplicationContextRunner reached = stored
			.withPropertyValues("leader-election.advertised-url= http://192.0.2.1:8080/orders ");
		for (String blank : new String[] { "", "leader-election.transport.secret= " }) {
			assertRefused(reached.withPropertyValues(blank),
					"leader-election.transport.secret is not set: Others reach this instance at "
							+ "leader-election.advertised-url=http://192.0.2.1:8080/orders, from other machines, and "
							+ "without a secret no leader there gives it partitions",
					"Set one secret of at least 16 random bytes on all instances. Where all run on one machine, leave "
							+ "leader-election.advertised-url out, or name localhost in it");
		}
		reached.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
		String missing = "leader-election.store";
		assertRefused(stored, missing);
		assertRefused(stored.withPropertyValues("leader-election.advertised-url=http://127.0.0.1:8080"), missing);
		assertRefused(reached.withPropertyValues("leader-election.transport.secret=sixteen-bytes-at-least"), missing);
	}

	/** The store is missing where nothing else is. */
	private static void assertRefused(ApplicationContextRunner runner, String... texts) {
		runner.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(InvalidElectionConfigurationException.class)
			.hasMessageStartingWith(texts[0])
			.hasMessageContainingAll(texts));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "lease=999ms | leader-election.ownership.lease=999ms | at least 1s",
			"wait=1499ms | leader-election.ownership.wait=1499ms | ownership lease of 1500ms" })
	void anOwnershipThatIsTooShortFailsStartup(String setting, String key, String problem) {
		this.runner.withPropertyValues(ORDERS + "partitions=2", "leader-election.ownership." + setting)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidElectionConfigurationException.class)
				.hasMessageContaining(key)
				.hasMessageContaining(problem));
	}

	@Test
	void anElectionThatMayHaveTwoLeadersFailsStartup() {
		this.runner
			.withPropertyValues(ORDERS + "partitions=2", "leader-election.algorithm=bully",
					"leader-election.standalone=",
					"leader-election.peers=http://localhost:1,http://localhost:2,http://localhost:3",
					"leader-election.node-id=localhost:1")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining(ORDERS + "group=default: Its election 'bully' may have two leaders at once"));
	}

	@Test
	void aKeyThatNoSettingHasFailsStartup() {
		this.runner.withPropertyValues(ORDERS + "partition=2")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(UnboundConfigurationPropertiesException.class)
				.hasMessageContaining(ORDERS + "partition"));
	}

	@Test
	void partitionsFromNowhereOrFromTwoPlacesFailStartup() {
		this.runner.withPropertyValues("leader-election.assignments.tenants=")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("leader-election.assignments.tenants.partitions is not set"));
		ApplicationContextRunner with = this.runner.withUserConfiguration(SourceConfiguration.class);
		with.withPropertyValues("leader-election.assignments.tenants.partitions=2")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("leader-election.assignments.tenants.partitions")
				.hasMessageContaining("Remove one of the two"));
		with.withBean("again", PartitionSource.class, SourceConfiguration::source)
			.withPropertyValues("leader-election.assignments.tenants=")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("Two PartitionSource beans tell the partitions"));
		with.run((context) -> assertThat(context).getFailure()
			.hasMessageContaining("Add the line 'leader-election.assignments.tenants:'"));
	}

	@Test
	void aListenerOfAnUnknownAssignmentFailsStartup() {
		this.runner.withBean(PartitionListener.class, () -> new PartitionListener() {
			@Override
			public String assignment() {
				return "order";
			}
		})
			.withPropertyValues(ORDERS + "partitions=2")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("A PartitionListener bean has this assignment")
				.hasMessageContaining("correct the name"));
	}

	@Test
	void workOfAnUnknownAssignmentFailsStartup() {
		this.runner.withUserConfiguration(WorkConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(UngatableMethodException.class)
				.hasMessageContaining("unknown assignment 'orders'"));
	}

	@Test
	void aScheduledMethodRunsForEachPartitionAndIsObservedByItsName() {
		this.runner.withPropertyValues(ORDERS + "partitions=2")
			.withUserConfiguration(ScheduledConfiguration.class)
			.run((context) -> {
				Called called = context.getBean(Called.class);
				Awaitility.await()
					.atMost(Standalone.PATIENCE)
					.untilAsserted(() -> assertThat(called.partitions).contains("p0", "p1", "plain"));
				assertThat(called.observed).contains(ScheduledWork.class.getName() + ".work",
						ScheduledWork.class.getName() + ".plain");
				assertThat(context.getBean(ScheduledTaskHolder.class).getScheduledTasks())
					.extracting((task) -> task.getTask().getRunnable().toString())
					.contains(ScheduledWork.class.getName() + ".work", ScheduledWork.class.getName() + ".plain");
			});
	}

	@Test
	void withoutAProxyAScheduledMethodFailsStartup() {
		new ApplicationContextRunner().withBean(AssignmentsRegistrar.class, new MockEnvironment())
			.withUserConfiguration(ScheduledConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("in a bean that has no proxy"));
	}

	record Qualified(AssignedPartitions orders, AssignedPartitions tenants) {
	}

	@Configuration(proxyBeanMethods = false)
	static class QualifiedConfiguration {

		@Bean
		Qualified qualified(@Qualifier("orders") AssignedPartitions orders,
				@Qualifier("tenants") AssignedPartitions tenants) {
			return new Qualified(orders, tenants);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SourceConfiguration {

		@Bean
		PartitionSource tenants() {
			return source();
		}

		static PartitionSource source() {
			return new PartitionSource() {

				@Override
				public String assignment() {
					return "tenants";
				}

				@Override
				public Collection<String> partitions() {
					return Set.of("zoo", "acme");
				}

			};
		}

	}

	static class Called {

		final List<String> partitions = new CopyOnWriteArrayList<>();

		final List<String> observed = new CopyOnWriteArrayList<>();

	}

	@Configuration(proxyBeanMethods = false)
	static class WorkConfiguration {

		@Bean
		Called called() {
			return new Called();
		}

		@Bean
		Work work(Called called) {
			return new Work(called);
		}

	}

	static class Work {

		private final Called called;

		Work(Called called) {
			this.called = called;
		}

		@PartitionedWork("orders")
		void work(@Nullable AssignedPartition partition) {
			this.called.partitions.add(String.valueOf((partition != null) ? partition.name() : null));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class ScheduledConfiguration {

		@Bean
		Called called() {
			return new Called();
		}

		@Bean
		ScheduledWork work(Called called) {
			return new ScheduledWork(called);
		}

		@Bean
		SchedulingConfigurer observing(Called called) {
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(new ObservationHandler<>() {

				@Override
				public void onStart(Observation.Context started) {
					ScheduledTaskObservationContext context = (ScheduledTaskObservationContext) started;
					called.observed.add(context.getTargetClass().getName() + "." + context.getMethod().getName());
				}

				@Override
				public boolean supportsContext(Observation.Context context) {
					return context instanceof ScheduledTaskObservationContext;
				}

			});
			return (tasks) -> tasks.setObservationRegistry(registry);
		}

	}

	static class ScheduledWork {

		private final Called called;

		ScheduledWork(Called called) {
			this.called = called;
		}

		@Scheduled(fixedDelay = 10)
		@PartitionedWork("orders")
		void work(AssignedPartition partition) {
			this.called.partitions.add(partition.name());
		}

		@Scheduled(fixedDelay = 10)
		void plain() {
			this.called.partitions.add("plain");
		}

	}

}
