package io.github.leaderelection.autoconfigure.gate;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.gate.skipped.MissedRun;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import io.github.leaderelection.spring.ScheduledRunMissedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls that an application skips while nobody leads: runs of a schedule are told of and
 * made up, and work that comes once waits.
 */
class MissedRunTests {

	@Test
	void runThatNobodyTakesIsToldOfAndMadeUp() {
		Standalone.runner().withBean(Jobs.class).run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			elector.eligibility().pause().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.leader().isEmpty());
			jobs.nightly();
			assertThat(jobs.heard()).extracting(ScheduledRunMissedEvent::reason).containsExactly(Reason.NO_LEADER);
			assertThat(context.getBean(GateStatistics.class).count("default", MissedRun.NO_LEADER)).isEqualTo(1);
			assertThat(jobs.runs()).hasValue(0);
			elector.eligibility().resume().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(jobs.runs()).hasValue(1));
		});
	}

	@Test
	void workThatComesOnceWaitsForTheFirstLeadership() {
		Standalone.runner().withBean(AtomicInteger.class, AtomicInteger::new).withBean(Once.class).run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			elector.eligibility().pause().toCompletableFuture().join();
			AtomicInteger runs = context.getBean(AtomicInteger.class);
			context.getBean(ApplicationRunner.class).run(new DefaultApplicationArguments());
			assertThat(runs).hasValue(0);
			elector.eligibility().resume().toCompletableFuture().join();
			Awaitility.await().atMost(Standalone.PATIENCE).untilAsserted(() -> assertThat(runs).hasValue(1));
		});
	}

	static class Jobs {

		private final List<ScheduledRunMissedEvent> heard = new CopyOnWriteArrayList<>();

		private final AtomicInteger runs = new AtomicInteger();

		@LeaderOnly(catchUp = true)
		@Scheduled(cron = "0 0 2 * * *")
		void nightly() {
			this.runs.incrementAndGet();
		}

		@LeaderOnly
		@EventListener
		void missed(ScheduledRunMissedEvent event) {
			this.heard.add(event);
		}

		/** The object may be a proxy, whose own fields are empty. */
		List<ScheduledRunMissedEvent> heard() {
			return this.heard;
		}

		AtomicInteger runs() {
			return this.runs;
		}

	}

	static class Once implements ApplicationRunner {

		private final AtomicInteger runs;

		Once(AtomicInteger runs) {
			this.runs = runs;
		}

		@Override
		@LeaderOnly(deferUntilLeading = true)
		public void run(ApplicationArguments arguments) {
			this.runs.incrementAndGet();
		}

	}

}
