package io.github.leaderelection.internal.gate.method;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.ParallelFlux;
import reactor.core.publisher.Sinks;

import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ReactiveTypeDescriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ReactiveGate}.
 */
class ReactiveGateTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final FakeGate gate = new FakeGate();

	private final Jobs target = new Jobs();

	private final Jobs jobs = this.gate.proxy(this.target);

	@Test
	void nothingRunsAndNobodyIsAskedBeforeTheSubscription() {
		Mono<String> mono = this.jobs.mono();
		assertThat(this.target.calls).hasValue(0);
		assertThat(this.gate.begun).hasValue(0);
		assertThat(mono.block(PATIENCE)).isEqualTo("ran");
		assertThat(this.target.calls).hasValue(1);
		assertThat(this.gate.running()).isZero();
	}

	@Test
	void gateIsAskedAtEachSubscription() {
		Mono<String> mono = this.jobs.mono();
		assertThat(mono.block(PATIENCE)).isEqualTo("ran");
		this.gate.open = false;
		assertThat(mono.block(PATIENCE)).isNull();
		this.gate.open = true;
		assertThat(mono.block(PATIENCE)).isEqualTo("ran");
		assertThat(this.target.calls).hasValue(2);
		assertThat(this.gate.statistics.count("default", GateOutcome.ADMITTED)).isEqualTo(2);
		assertThat(this.gate.statistics.count("default", GateOutcome.SKIPPED)).isEqualTo(1);
	}

	@Test
	void callerOnAFollowerGetsAnEmptyPublisher() {
		this.gate.open = false;
		assertThat(this.jobs.mono().blockOptional(PATIENCE)).isEmpty();
		assertThat(this.jobs.flux().collectList().block(PATIENCE)).isEmpty();
		assertThat(this.target.calls).hasValue(0);
	}

	@Test
	void workEndsWhenThePublisherCompletes() {
		this.jobs.flux().subscribe();
		assertThat(this.gate.running()).isEqualTo(1);
		this.target.sink.tryEmitNext("one");
		assertThat(this.gate.running()).isEqualTo(1);
		this.target.sink.tryEmitComplete();
		assertThat(this.gate.running()).isZero();
		assertThat(this.gate.left).hasValue(1);
	}

	@Test
	void workEndsWhenThePublisherFails() {
		this.jobs.flux().onErrorComplete().subscribe();
		this.target.sink.tryEmitError(new IllegalStateException("late"));
		assertThat(this.gate.running()).isZero();
	}

	@Test
	void workEndsWhenTheSubscriberCancels() {
		Disposable subscription = this.jobs.flux().subscribe();
		assertThat(this.gate.running()).isEqualTo(1);
		subscription.dispose();
		assertThat(this.gate.running()).isZero();
	}

	@Test
	void workEndsWhenTheMethodThrows() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.jobs.fails().block(PATIENCE));
		assertThat(this.gate.begun).hasValue(1);
		assertThat(this.gate.running()).isZero();
		assertThat(this.gate.left).hasValue(1);
	}

	@Test
	void runEndsWithThePublisher() {
		this.jobs.mono();
		assertThat(this.gate.statistics.runs("default")).isEmpty();
		this.jobs.mono().block(PATIENCE);
		Disposable cancelled = this.jobs.flux().subscribe();
		assertThat(this.gate.outcomes("mono")).containsExactly("RAN");
		assertThat(this.gate.outcomes("flux")).containsExactly("RUNNING");
		cancelled.dispose();
		this.jobs.flux().onErrorComplete().subscribe();
		this.target.sink.tryEmitError(new IllegalStateException("late"));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.jobs.fails().block(PATIENCE));
		this.gate.open = false;
		this.jobs.mono().block(PATIENCE);
		this.jobs.withFallback().collectList().block(PATIENCE);
		assertThat(this.gate.outcomes("flux")).containsExactly("FAILED", "FAILED");
		assertThat(this.gate.outcomes("mono")).containsExactly("SKIPPED", "RAN");
		assertThat(this.gate.outcomes("fails")).containsExactly("FAILED");
		assertThat(this.gate.outcomes("withFallback")).containsExactly("FELL_BACK");
	}

	@Test
	void methodThatThrowsOnFollowersSignalsItToTheSubscriber() {
		this.gate.open = false;
		Mono<Integer> refused = this.jobs.refuses();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> refused.block(PATIENCE));
	}

	@Test
	void fallbackGivesItsOwnPublisher() {
		this.gate.open = false;
		assertThat(this.jobs.withFallback().collectList().block(PATIENCE)).containsExactly("instead");
	}

	@Test
	void publishersOfOtherLibrariesAreAdapted() {
		Flow.Publisher<String> publisher = this.jobs.flow();
		assertThat(Flux.from(FlowAdapters.toPublisher(publisher)).collectList().block(PATIENCE)).containsExactly("ran");
		this.gate.open = false;
		assertThat(Flux.from(FlowAdapters.toPublisher(publisher)).collectList().block(PATIENCE)).isEmpty();
	}

	@Test
	void publishersAreKnown() {
		assertThat(ReactiveTypes.isReactive(Flow.Publisher.class)).isTrue();
		assertThat(ReactiveTypes.isReactive(ParallelFlux.class)).isTrue();
		assertThat(ReactiveTypes.isReactive(CompletionStage.class)).isFalse();
		assertThat(ReactiveTypes.isReactive(Object.class)).isFalse();
	}

	@Test
	void typesThatSpringAdaptsAreGatedAtTheirSubscription() {
		ReactiveAdapterRegistry.getSharedInstance()
			.registerReactiveType(ReactiveTypeDescriptor.singleOptionalValue(Promise.class, Promise::new),
					(source) -> ((Promise) source).work.get(), Promise::of);
		Promise promise = this.gate.proxy(new PromisedJobs(this.target)).promise();
		assertThat(this.target.calls).hasValue(0);
		assertThat(promise.work.get().block(PATIENCE)).isEqualTo("ran");
		this.gate.open = false;
		assertThat(promise.work.get().block(PATIENCE)).isNull();
		assertThat(this.target.calls).hasValue(1);
		assertThat(this.gate.running()).isZero();
	}

	@Test
	void typeOfAGenericResultIsThatOfTheMethodCalled() {
		Task<Mono<String>> byInterface = this.gate.<Task<Mono<String>>>byInterface(new MonoTask(this.target));
		Task<Mono<String>> byClass = this.gate.proxy(new MonoTask(this.target));
		InheritedTask inherited = this.gate.proxy(new InheritedTask(this.target));
		for (Mono<String> mono : List.of(byInterface.run(), byClass.run(), inherited.work())) {
			int calls = this.target.calls.get();
			assertThat(mono.block(PATIENCE)).isEqualTo("ran");
			assertThat(this.target.calls).hasValue(calls + 1);
			this.gate.open = false;
			assertThat(mono.block(PATIENCE)).isNull();
			this.gate.open = true;
		}
		assertThat(this.target.calls).hasValue(3);
	}

	@ParameterizedTest
	@ValueSource(classes = { Connectable.class, Parallel.class, OfItsOwn.class })
	void publishersThatNothingCanStandForAreRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> new LeaderOnlyMethods(false).hasAny(type))
			.withMessageContaining(type.getName() + ".work() returns ")
			.withMessageContaining("Let it return ");
	}

	/** No publisher, but registered as one. */
	static final class Promise {

		private final Supplier<Mono<?>> work;

		Promise() {
			this(Mono::empty);
		}

		private Promise(Supplier<Mono<?>> work) {
			this.work = work;
		}

		static Promise of(Publisher<?> source) {
			return new Promise(() -> Mono.from(source));
		}

	}

	static class PromisedJobs {

		private final Jobs jobs;

		PromisedJobs(Jobs jobs) {
			this.jobs = jobs;
		}

		@LeaderOnly
		public Promise promise() {
			return Promise.of(this.jobs.mono());
		}

	}

	interface Task<T> {

		T run();

	}

	static class MonoTask implements Task<Mono<String>> {

		private final Jobs jobs;

		MonoTask(Jobs jobs) {
			this.jobs = jobs;
		}

		@Override
		@LeaderOnly
		public Mono<String> run() {
			return this.jobs.mono();
		}

	}

	abstract static class GenericTask<T> {

		@LeaderOnly
		public T work() {
			return make();
		}

		abstract T make();

	}

	static class InheritedTask extends GenericTask<Mono<String>> {

		private final Jobs jobs;

		InheritedTask(Jobs jobs) {
			this.jobs = jobs;
		}

		@Override
		Mono<String> make() {
			return this.jobs.mono();
		}

	}

	static class Connectable {

		@LeaderOnly
		public ConnectableFlux<String> work() {
			return Flux.just("ran").publish();
		}

	}

	static class Parallel {

		@LeaderOnly
		public ParallelFlux<String> work() {
			return Flux.just("ran").parallel();
		}

	}

	interface OwnPublisher extends Publisher<String> {

	}

	static class OfItsOwn {

		@LeaderOnly
		public OwnPublisher work() {
			return (subscriber) -> Flux.just("ran").subscribe(subscriber);
		}

	}

	static class Jobs {

		final AtomicInteger calls = new AtomicInteger();

		final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();

		@LeaderOnly
		public Mono<String> mono() {
			this.calls.incrementAndGet();
			return Mono.just("ran");
		}

		@LeaderOnly
		public Flux<String> flux() {
			this.calls.incrementAndGet();
			return this.sink.asFlux();
		}

		@LeaderOnly
		public Mono<String> fails() {
			throw new IllegalStateException("no");
		}

		@LeaderOnly(onFollower = OnFollower.THROW)
		public Mono<Integer> refuses() {
			return Mono.just(1);
		}

		@LeaderOnly(fallbackMethod = "instead")
		public Flux<String> withFallback() {
			return Flux.just("ran");
		}

		private Flux<String> instead() {
			return Flux.just("instead");
		}

		@LeaderOnly
		public Flow.Publisher<String> flow() {
			return FlowAdapters.toFlowPublisher(Flux.just("ran"));
		}

	}

}
