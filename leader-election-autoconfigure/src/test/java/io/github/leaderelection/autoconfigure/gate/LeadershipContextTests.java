package io.github.leaderelection.autoconfigure.gate;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.ContextPropagatingTaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeadershipContext}.
 */
class LeadershipContextTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
		.withPropertyValues("leader-election.groups.other.priority=1", "leader-election.drain-timeout=0s")
		.withUserConfiguration(JobsConfiguration.class);

	@Test
	void leaderOnlyWorkFindsItsFencingToken() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			long token = elector.leadership().orElseThrow().fencingToken();
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.run(LeadershipContextTests::token)).contains(token);
			assertThat(LeadershipContext.current()).isEmpty();
		});
	}

	@Test
	void innermostWorkIsTheCurrentOne() {
		this.runner.run((context) -> {
			Standalone.awaitLeader(context);
			LeaderElector other = context.getBean("otherLeaderElector", LeaderElector.class);
			Awaitility.await().atMost(Standalone.PATIENCE).until(other::isLeader);
			Jobs jobs = context.getBean(Jobs.class);
			List<String> groups = jobs
				.run(() -> List.of(group(), jobs.runOther(LeadershipContextTests::group), group()));
			assertThat(groups).containsExactly("default", "other", "default");
		});
	}

	@Test
	void workLearnsThatItsGrantIsOver() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			context.getBean(Jobs.class).run(() -> {
				LeadershipContext current = LeadershipContext.current().orElseThrow();
				current.checkStillLeader();
				assertThat(current.isStillLeader()).isTrue();
				elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
				assertThat(current.isStillLeader()).isFalse();
				assertThatExceptionOfType(NotLeaderException.class).isThrownBy(current::checkStillLeader)
					.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.REVOKED));
				return null;
			});
		});
	}

	@Test
	void actionIsDoneOnceWhenTheGrantEnds() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			List<String> done = new CopyOnWriteArrayList<>();
			context.getBean(Jobs.class).run(() -> {
				LeadershipContext current = LeadershipContext.current().orElseThrow();
				Registration forgotten = current.onRevocation(() -> done.add("forgotten"));
				forgotten.close();
				current.onRevocation(() -> {
					throw new IllegalStateException("no");
				});
				current.onRevocation(() -> done.add("told"));
				elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
				Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !done.isEmpty());
				current.onRevocation(() -> done.add("at once"));
				return null;
			});
			assertThat(done).containsExactly("told", "at once");
		});
	}

	@Test
	void contextGoesAlongWithTheApplicationsExecutor() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			long token = elector.leadership().orElseThrow().fencingToken();
			Jobs jobs = context.getBean(Jobs.class);
			Elsewhere elsewhere = context.getBean(Elsewhere.class);
			assertThat(jobs.run(() -> elsewhere.ask(LeadershipContextTests::token).join())).contains(token);
			assertThat(elsewhere.ask(LeadershipContextTests::token).join()).isEmpty();
		});
	}

	@Test
	void callElsewhereInTheCourseOfWorkThatEndedIsNotPartOfIt() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			Elsewhere elsewhere = context.getBean(Elsewhere.class);
			CompletableFuture<Void> outerEnded = new CompletableFuture<>();
			CompletableFuture<String> inner = jobs.run(() -> elsewhere.ask(() -> {
				outerEnded.orTimeout(60, TimeUnit.SECONDS).join();
				return jobs.run(() -> "ran");
			}));
			elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
			outerEnded.complete(null);
			assertThat(inner.orTimeout(60, TimeUnit.SECONDS).join()).isNull();
		});
	}

	@Test
	void workThatWantsItIsInterruptedWhenItsGrantEnds() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			CompletableFuture<Boolean> interrupted = CompletableFuture.supplyAsync(jobs::interruptible);
			assertThat(jobs.begun().await(60, TimeUnit.SECONDS)).isTrue();
			elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
			assertThat(interrupted.orTimeout(60, TimeUnit.SECONDS).join()).isTrue();
		});
	}

	@Test
	void otherWorkIsNotInterrupted() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			context.getBean(Jobs.class).run(() -> {
				elector.resign().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
				CompletableFuture<Void> told = new CompletableFuture<>();
				LeadershipContext.current().orElseThrow().onRevocation(() -> told.complete(null));
				told.orTimeout(60, TimeUnit.SECONDS).join();
				assertThat(Thread.currentThread().isInterrupted()).isFalse();
				return null;
			});
		});
	}

	private static Optional<Long> token() {
		return LeadershipContext.current().map(LeadershipContext::fencingToken);
	}

	private static String group() {
		return LeadershipContext.current().map(LeadershipContext::group).orElse("none");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class JobsConfiguration {

		@Bean
		Jobs jobs() {
			return new Jobs();
		}

		@Bean
		Elsewhere elsewhere() {
			return new Elsewhere();
		}

		@Bean
		TaskDecorator propagation() {
			return new ContextPropagatingTaskDecorator();
		}

	}

	static class Jobs {

		private final CountDownLatch begun = new CountDownLatch(1);

		/** The object may be a proxy, whose own fields are empty. */
		CountDownLatch begun() {
			return this.begun;
		}

		@LeaderOnly(interruptOnRevocation = true)
		public Boolean interruptible() {
			this.begun.countDown();
			try {
				new CountDownLatch(1).await(30, TimeUnit.SECONDS);
				return Boolean.FALSE;
			}
			catch (InterruptedException ex) {
				return Boolean.TRUE;
			}
		}

		@LeaderOnly
		public <T> T run(Supplier<T> work) {
			return work.get();
		}

		@LeaderOnly("other")
		public <T> T runOther(Supplier<T> work) {
			return work.get();
		}

	}

	static class Elsewhere {

		@Async
		public <T> CompletableFuture<T> ask(Supplier<T> question) {
			return CompletableFuture.completedFuture(question.get());
		}

	}

}
