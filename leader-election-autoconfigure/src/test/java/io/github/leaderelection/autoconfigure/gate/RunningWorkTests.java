package io.github.leaderelection.autoconfigure.gate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.spring.LeaderOnly;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What becomes of leader-only work of every kind when leadership is given up.
 */
@ExtendWith(OutputCaptureExtension.class)
class RunningWorkTests {

	private final ApplicationContextRunner runner = Standalone.runner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, TaskExecutionAutoConfiguration.class))
		.withUserConfiguration(JobsConfiguration.class);

	static Stream<Named<Function<Jobs, CompletableFuture<String>>>> kinds() {
		return Stream.of(Named.of("synchronous", (jobs) -> CompletableFuture.supplyAsync(jobs::synchronous)),
				Named.of("stage", Jobs::stage), Named.of("asynchronous", Jobs::asynchronous),
				Named.of("mono", (jobs) -> jobs.mono().toFuture()),
				Named.of("flux", (jobs) -> jobs.flux().collectList().map(Object::toString).toFuture()));
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void leaderThatResignsAwaitsWorkOfEveryKind(Function<Jobs, CompletableFuture<String>> kind) {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			CompletableFuture<String> work = kind.apply(jobs);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.workInFlight().count() == 1);
			assertThat(elector.workInFlight().longest()).singleElement()
				.satisfies((piece) -> assertThat(piece.name()).startsWith(Jobs.class.getName() + ".").endsWith("()"));

			CompletableFuture<Void> resigned = elector.resign().toCompletableFuture();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.status().draining());
			assertThat(jobs.quick()).isNull();
			assertThat(resigned).isNotDone();
			assertThat(elector.isLeader()).isTrue();

			jobs.end().complete("done");
			resigned.get(60, TimeUnit.SECONDS);
			assertThat(work.get(60, TimeUnit.SECONDS)).contains("done");
			assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
		});
	}

	@Test
	void publisherThatIsCancelledIsAwaitedNoLonger() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			CompletableFuture<String> work = context.getBean(Jobs.class).mono().toFuture();
			CompletableFuture<Void> resigned = elector.resign().toCompletableFuture();
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.status().draining());
			work.cancel(true);
			resigned.get(60, TimeUnit.SECONDS);
			assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
		});
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void workOfEveryKindThatOutlivesItsGrantIsToldOfCountedAndShown(Function<Jobs, CompletableFuture<String>> kind,
			CapturedOutput output) {
		this.runner.withPropertyValues("leader-election.drain-timeout=0s").run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			long token = elector.leadership().orElseThrow().fencingToken();
			Jobs jobs = context.getBean(Jobs.class);
			CompletableFuture<String> work = kind.apply(jobs);
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.workInFlight().count() == 1);
			String name = elector.workInFlight().longest().get(0).name();
			elector.resign().toCompletableFuture().get(60, TimeUnit.SECONDS);

			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> elector.workInFlight().outliving() == 1);
			assertThat(elector.workInFlight().outlived()).isEqualTo(1);
			assertThat(elector.workInFlight().longest()).extracting(Piece::name, Piece::fencingToken, Piece::outliving)
				.contains(tuple(name, token, true));
			String warning = "Group 'default': " + name + " still runs on node localhost";
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> output.getOut().contains(warning));
			jobs.end().complete("done");
			work.get(60, TimeUnit.SECONDS);
			Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.until(() -> output.getOut().contains("Group 'default': " + name + " has ended on node localhost"));
			assertThat(output.getOut()).containsOnlyOnce(warning)
				.contains("its leadership with fencing token " + token + " has ended (RESIGNED)");
			assertThat(elector.workInFlight().outliving()).isZero();
			assertThat(elector.workInFlight().outlived()).isEqualTo(1);
		});
	}

	@Test
	void callsMadeInTheCourseOfWorkAreOnePieceWithIt() {
		this.runner.run((context) -> {
			LeaderElector elector = Standalone.awaitLeader(context);
			Jobs jobs = context.getBean(Jobs.class);
			assertThat(jobs.counting(() -> jobs.counting(() -> elector.workInFlight().count()))).isEqualTo(1);
			assertThat(elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
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

		private final CompletableFuture<String> end = new CompletableFuture<>();

		/** The object may be a proxy, whose own fields are empty. */
		CompletableFuture<String> end() {
			return this.end;
		}

		@LeaderOnly
		public String synchronous() {
			return this.end.orTimeout(30, TimeUnit.SECONDS).join();
		}

		@LeaderOnly
		public CompletableFuture<String> stage() {
			return this.end.copy();
		}

		@Async
		@LeaderOnly
		public CompletableFuture<String> asynchronous() {
			return this.end.copy();
		}

		@LeaderOnly
		public Mono<String> mono() {
			return Mono.fromFuture(this.end.copy());
		}

		@LeaderOnly
		public Flux<String> flux() {
			return Flux.just("begun").concatWith(Mono.fromFuture(this.end.copy()));
		}

		@LeaderOnly
		public String quick() {
			return "ran";
		}

		@LeaderOnly
		public Integer counting(Supplier<Integer> count) {
			return count.get();
		}

	}

}
