package io.github.leaderelection.internal.gate.method;

import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.FlowAdapters;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

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
