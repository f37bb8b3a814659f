package io.github.leaderelection.autoconfigure.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.lifecycle.ElectionLifecycle;
import io.github.leaderelection.internal.gate.method.GateOutcome;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.spring.LeaderOnly;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leader-only methods that Spring runs on another thread: the gate stands on that thread.
 */
class AsynchronousWorkTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
		.withUserConfiguration(JobsConfiguration.class);

	@Test
	void workOfAnAsynchronousMethodIsAwaitedAtAStop() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			jobs.slow(elector);
			assertThat(jobs.begun().await(60, TimeUnit.SECONDS)).isTrue();
			CompletableFuture<Void> stop = CompletableFuture.runAsync(context.getBean(ElectionLifecycle.class)::stop);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.status().draining());
			assertThat(stop).isNotDone();
			jobs.end().countDown();
			stop.get(60, TimeUnit.SECONDS);
			assertThat(jobs.ledAtItsEnd().get(60, TimeUnit.SECONDS)).isTrue();
		});
	}

	@Test
	void asynchronousMethodIsSkippedOnAFollower() {
		this.runner.withPropertyValues("leader-election.enabled=false").run((context) -> {
			GateStatistics statistics = context.getBean(GateStatistics.class);
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.answer().get(60, TimeUnit.SECONDS)).isNull();
			assertThat(statistics.count("default", GateOutcome.SKIPPED)).isEqualTo(1);
			assertThat(statistics.count("default", GateOutcome.ADMITTED)).isZero();
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class JobsConfiguration {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

	}

	static class Jobs {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private final CompletableFuture<Boolean> ledAtItsEnd = new CompletableFuture<>();

		/** The object may be a proxy, whose own fields are empty. */
		CountDownLatch begun() {
			return this.begun;
		}

		CountDownLatch end() {
			return this.end;
		}

		CompletableFuture<Boolean> ledAtItsEnd() {
			return this.ledAtItsEnd;
		}

		@Async
		@LeaderOnly
		public void slow(LeaderElector elector) {
			this.begun.countDown();
			try {
				this.end.await();
				this.ledAtItsEnd.complete(elector.isLeader());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				this.ledAtItsEnd.completeExceptionally(ex);
			}
		}

		@Async
		@LeaderOnly
		public CompletableFuture<String> answer() {
			return CompletableFuture.completedFuture("ran");
		}

	}

}
