package io.github.leaderelection.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.micrometer.ElectionObservations;
import io.github.leaderelection.internal.micrometer.SkippedRuns;
import io.github.leaderelection.spring.LeaderOnly;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What Micrometer observes of elections, drains and scheduled runs.
 */
class ObservationTests {

	private static final String ELECTION = "leader.election.election";

	private static final String DRAIN = "leader.election.drain";

	private static final String RUN = "tasks.scheduled.execution";

	private static final ApplicationContextRunner RUNNER = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionObservationAutoConfiguration.class));

	private static final ApplicationContextRunner OBSERVED = RUNNER
		.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
		.withUserConfiguration(Recording.class);

	@Test
	void electionIsObservedUntilALeaderIsKnown() {
		OBSERVED.run((context) -> {
			Standalone.awaitLeader(context);
			Recorded recorded = context.getBean(Recorded.class);
			recorded.await(ELECTION, 1);
			assertThat(recorded.of(ELECTION)).containsExactly(Map.of("group", "default", "outcome", "WON"));
			assertThat(recorded.of(DRAIN)).isEmpty();
			assertThat(recorded.threads).isNotEmpty().allSatisfy((name) -> assertThat(name).contains("listener"));
		});
	}

	@Test
	void drainIsObservedUntilTheLeadershipHasEnded() {
		OBSERVED.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Recorded recorded = context.getBean(Recorded.class);
			recorded.await(ELECTION, 1);
			LeaderWork work = elector.beginWork("work");
			assertThat(work).isNotNull();
			elector.resign();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> recorded.running(DRAIN) == 1);
			assertThat(elector.isLeader()).isTrue();
			assertThat(recorded.of(DRAIN)).isEmpty();
			work.close();
			recorded.await(DRAIN, 1);
			assertThat(recorded.of(DRAIN)).containsExactly(Map.of("group", "default", "outcome", "RESIGNED"));
			recorded.await(ELECTION, 2);
			assertThat(recorded.of(ELECTION)).hasSize(2);
		});
	}

	@Test
	void nothingIsObservedAfterTheStop() {
		OBSERVED.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Recorded recorded = context.getBean(Recorded.class);
			recorded.await(ELECTION, 1);
			context.getBean(ElectionObservations.class).stop();
			AtomicInteger revoked = new AtomicInteger();
			elector.addListener(new LeadershipListener() {

				@Override
				public void onRevoked(Leadership leadership, RevocationReason reason) {
					revoked.incrementAndGet();
				}

			});
			LeaderWork work = elector.beginWork("work");
			assertThat(work).isNotNull();
			elector.resign();
			work.close();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> revoked.get() == 1);
			assertThat(recorded.of(DRAIN)).isEmpty();
			assertThat(recorded.running(DRAIN)).isZero();
		});
	}

	@Test
	void runThatIsSkippedIsNotObserved() {
		OBSERVED.withUserConfiguration(Jobs.class).run((context) -> {
			Jobs jobs = context.getBean(Jobs.class);
			Recorded recorded = context.getBean(Recorded.class);
			LeaderElector elector = Standalone.awaitLeader(context);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> recorded.runs("gated") > 0);
			elector.eligibility().pause().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !elector.isLeader());
			int free = jobs.freeRuns();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> jobs.freeRuns() > free + 2);
			long before = recorded.runs("gated");
			long others = recorded.runs("free");
			int later = jobs.freeRuns();
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> jobs.freeRuns() > later + 5 && recorded.runs("free") > others + 4);
			assertThat(recorded.runs("gated")).isEqualTo(before);
			// Leadership may begin or end between the question of the observation and
			// that of the gate.
			assertThat(recorded.runs("gated") - jobs.gatedRuns()).isBetween(-1L, 1L);
		});
	}

	@Test
	void nothingIsThereWithoutARegistry() {
		RUNNER.run((context) -> assertThat(context).doesNotHaveBean(ElectionObservations.class)
			.doesNotHaveBean(SkippedRuns.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class Recording {

		@Bean
		Recorded recorded() {
			return new Recorded();
		}

	}

	static class Recorded implements ObservationHandler<Observation.Context> {

		private final List<Observation.Context> started = new CopyOnWriteArrayList<>();

		private final List<Observation.Context> stopped = new CopyOnWriteArrayList<>();

		private final List<String> threads = new CopyOnWriteArrayList<>();

		@Override
		public void onStart(Observation.Context context) {
			this.started.add(context);
		}

		@Override
		public void onStop(Observation.Context context) {
			if (context.getName().equals(ELECTION)) {
				this.threads.add(Thread.currentThread().getName());
			}
			this.stopped.add(context);
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

		private void await(String name, int count) {
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> of(name).size() >= count);
		}

		private long running(String name) {
			return this.started.stream().filter((context) -> context.getName().equals(name)).count() - of(name).size();
		}

		private List<Map<String, String>> of(String name) {
			return this.stopped.stream()
				.filter((context) -> context.getName().equals(name))
				.map((context) -> context.getLowCardinalityKeyValues()
					.stream()
					.collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue)))
				.toList();
		}

		private long runs(String method) {
			return this.stopped.stream()
				.filter((context) -> context.getName().equals(RUN))
				.filter((context) -> method.equals(context.getLowCardinalityKeyValue("code.function").getValue()))
				.count();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class JobsConfiguration {

		@Bean
		SchedulingConfigurer observed(ObservationRegistry registry) {
			return (tasks) -> tasks.setObservationRegistry(registry);
		}

	}

	@Import(JobsConfiguration.class)
	static class Jobs {

		private final AtomicInteger gated = new AtomicInteger();

		private final AtomicInteger free = new AtomicInteger();

		@Scheduled(fixedDelay = 20)
		@LeaderOnly
		void gated() {
			this.gated.incrementAndGet();
		}

		@Scheduled(fixedDelay = 20)
		void free() {
			this.free.incrementAndGet();
		}

		int freeRuns() {
			return this.free.get();
		}

		int gatedRuns() {
			return this.gated.get();
		}

	}

}
