package io.github.leaderelection.internal.gate.method;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.actuate.Statuses;
import io.github.leaderelection.internal.gate.ElectorGate;
import io.github.leaderelection.internal.gate.LeaderGate;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.Ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.willReturn;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for {@link LeaderOnlyAdvisor} and {@link ElectorGate}.
 */
class LeaderOnlyAdvisorTests {

	private final LeaderElector elector = mock(LeaderElector.class);

	private final GateStatistics statistics = new GateStatistics();

	private final List<FakeWork> works = new ArrayList<>();

	private final LeaderElectorRegistry registry = mock(LeaderElectorRegistry.class, CALLS_REAL_METHODS);

	private final ElectorGate gate = new ElectorGate(() -> this.registry);

	private volatile boolean admitting = true;

	private volatile boolean valid = true;

	LeaderOnlyAdvisorTests() {
		willReturn(Set.of("default")).given(this.registry).groups();
		willReturn(Optional.of(this.elector)).given(this.registry).find("default");
		given(this.elector.beginWork(anyString())).willAnswer((call) -> this.admitting ? begin() : null);
	}

	@Test
	void leaderRunsAndWorkEnds() {
		Jobs jobs = proxy(new Jobs(), false);
		assertThat(jobs.text()).isEqualTo("ran");
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(1));
		assertThat(this.statistics.count("default", GateOutcome.ADMITTED)).isEqualTo(1);
		assertThat(this.statistics.count("default", GateOutcome.SKIPPED)).isZero();
	}

	@Test
	void followerSkips() {
		this.admitting = false;
		Jobs jobs = proxy(new Jobs(), false);
		assertThat(jobs.text()).isNull();
		assertThat(this.statistics.count("default", GateOutcome.SKIPPED)).isEqualTo(1);
		assertThat(this.statistics.count("default", GateOutcome.ADMITTED)).isZero();
	}

	@Test
	void followerThrowsWhereItShall() {
		this.admitting = false;
		Jobs jobs = proxy(new Jobs(), true);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::text)
			.withMessageContaining("Jobs.text()")
			.satisfies((ex) -> assertThat(ex.group()).isEqualTo("default"));
		assertThat(this.statistics.count("default", GateOutcome.REFUSED)).isEqualTo(1);
	}

	@Test
	void tooFewMembersAreToldOf() {
		this.admitting = false;
		Jobs jobs = proxy(new Jobs(), true);
		ElectionStatus enough = Statuses.leaderlessFromTheStart("default");
		given(this.elector.status()).willReturn(enough);
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::text)
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.NO_LEADER));
		given(this.elector.status()).willReturn(Statuses.withQuorum(enough, new ElectionStatus.Quorum(3, 2)));
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::text)
			.withMessageContaining("too few members")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.NOT_ENOUGH_MEMBERS));
	}

	@Test
	void methodsWithoutTheAnnotationRunOnFollowers() {
		this.admitting = false;
		assertThat(proxy(new Jobs(), false).open()).isEqualTo("ran");
	}

	@Test
	void callOfAnObjectToItselfPassesByTheGate() {
		this.admitting = false;
		Jobs jobs = proxy(new Jobs(), false);
		assertThat(jobs.itself()).isEqualTo("ran");
		assertThat(jobs.text()).isNull();
	}

	@Test
	void workEndsWhenTheMethodThrows() {
		Jobs jobs = proxy(new Jobs(), false);
		assertThatIllegalStateException().isThrownBy(jobs::fails);
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(1));
	}

	@Test
	void workOfAStageEndsWhenTheStageCompletes() {
		Jobs target = new Jobs();
		CompletableFuture<String> result = proxy(target, false).stage();
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(0));
		target.stage.completeExceptionally(new IllegalStateException("late"));
		assertThat(result).isCompletedExceptionally();
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(1));
	}

	@Test
	void lastCallsOfAMethodAreKeptWithTheTokenThatAdmittedThem() {
		Jobs target = new Jobs();
		Jobs jobs = proxy(target, false);
		jobs.text();
		assertThatIllegalStateException().isThrownBy(jobs::fails);
		jobs.stage();
		assertThat(entry("stage")).isEqualTo("RUNNING of 1");
		target.stage.complete("done");
		assertThat(entry("stage")).isEqualTo("RAN of 1");
		assertThat(entry("text")).isEqualTo("RAN of 1");
		assertThat(entry("fails")).isEqualTo("FAILED of 1");
		Jobs failing = new Jobs();
		failing.stage.completeExceptionally(new IllegalStateException("no"));
		proxy(failing, false).stage();
		assertThat(entry("stage")).isEqualTo("FAILED of 1");
		this.admitting = false;
		jobs.text();
		assertThat(entry("text")).isEqualTo("SKIPPED of null");
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(proxy(new Jobs(), true)::text);
		assertThat(entry("text")).isEqualTo("REFUSED of null");
		assertThat(this.statistics.runs("other")).isEmpty();
	}

	private String entry(String method) {
		GateStatistics.Calls calls = this.statistics.runs("default")
			.stream()
			.filter((each) -> each.method().endsWith("Jobs." + method + "()"))
			.findFirst()
			.orElseThrow();
		return calls.runs().get(0).outcome() + " of " + calls.runs().get(0).fencingToken();
	}

	@Test
	void callInTheCourseOfOneThatRunsBelongsToIt() {
		Jobs inner = proxy(new Jobs(), false);
		Outer outer = proxy(new Outer(inner, () -> this.admitting = false), false);
		assertThat(outer.run()).isEqualTo("ran");
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(1));
		assertThat(inner.text()).isNull();
	}

	@Test
	void callInTheCourseOfOneWhoseGrantEndedIsSkipped() {
		Jobs inner = proxy(new Jobs(), false);
		Outer outer = proxy(new Outer(inner, () -> {
			this.admitting = false;
			this.valid = false;
		}), false);
		assertThat(outer.run()).isNull();
	}

	@Test
	void stageBegunInTheCourseOfACallHoldsItsWork() {
		Jobs target = new Jobs();
		Jobs inner = proxy(target, false);
		Outer outer = proxy(new Outer(inner, () -> {
		}), false);
		outer.stage();
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(0));
		target.stage.complete("done");
		assertThat(this.works).singleElement().satisfies((work) -> assertThat(work.closed).hasValue(1));
	}

	@Test
	void publisherInTheCourseOfOneThatRunsBelongsToItOnAnyThread() {
		Publishers publishers = proxy(new Publishers(), false);
		Sinks.Empty<Void> goOn = Sinks.empty();
		CompletableFuture<String> mono = publishers
			.after(goOn.asMono().publishOn(Schedulers.single()), () -> publishers.mono())
			.toFuture();
		CompletableFuture<List<String>> flux = publishers
			.afterAll(goOn.asMono().publishOn(Schedulers.single()), () -> publishers.flux())
			.collectList()
			.toFuture();
		this.admitting = false;
		goOn.tryEmitEmpty();
		assertThat(mono.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo("ran");
		assertThat(flux.orTimeout(60, TimeUnit.SECONDS).join()).containsExactly("ran");
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(this.works).hasSize(2).allSatisfy((work) -> assertThat(work.closed).hasValue(1)));
		assertThat(publishers.mono().block(Duration.ofMinutes(1))).isNull();
	}

	@Test
	void callWhileAPublisherIsSubscribedToBelongsToIt() {
		Jobs jobs = proxy(new Jobs(), false);
		Publishers publishers = proxy(new Publishers(), false);
		Mono<String> mono = publishers.after(Mono.empty(), () -> Mono.fromSupplier(() -> {
			this.admitting = false;
			return jobs.text();
		}));
		assertThat(mono.block(Duration.ofMinutes(1))).isEqualTo("ran");
		assertThat(LeadershipContext.current()).isEmpty();
	}

	@Test
	void publisherIsNotCancelledAtItsValue() {
		Publishers publishers = proxy(new Publishers(), false);
		List<SignalType> ends = new ArrayList<>();
		Mono<String> mono = publishers.signalling(ends::add);
		assertThat(mono.block(Duration.ofMinutes(1))).isEqualTo("ran");
		assertThat(ends).containsExactly(SignalType.ON_COMPLETE);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void workThatHandsItselfOnKeepsNothingOfWhatHasEnded(boolean overlapping) {
		Handing target = new Handing();
		Handing handing = proxy(target, false);
		List<WeakReference<LeadershipContext>> earlier = new ArrayList<>();
		CompletableFuture<Void> end = new CompletableFuture<>();
		for (int i = 0; i < 10; i++) {
			CompletableFuture<Void> previous = end;
			end = new CompletableFuture<>();
			handing.on(end);
			(overlapping ? previous : end).complete(null);
			LeadershipContextHolder.set(target.present);
			earlier.add(new WeakReference<>(target.present));
		}
		System.gc();
		// The newest, and the outermost one of the same work.
		assertThat(earlier.stream().filter((each) -> each.get() != null).count()).isLessThanOrEqualTo(2);
		assertThat(this.works).hasSize(overlapping ? 1 : 10);
		LeadershipContextHolder.set(null);
		end.complete(null);
		assertThat(this.works).allSatisfy((work) -> assertThat(work.closed).hasValue(1));
	}

	@Test
	void callAfterOneThatRanAsksAnew() {
		Jobs jobs = proxy(new Jobs(), false);
		jobs.text();
		jobs.text();
		assertThat(this.works).hasSize(2);
	}

	@Test
	void fixedGateAsksNobody() {
		assertThat(proxy(new Jobs(), LeaderGate.fixed(true), false).text()).isEqualTo("ran");
		assertThat(proxy(new Jobs(), LeaderGate.fixed(false), false).text()).isNull();
		assertThat(this.works).isEmpty();
	}

	private LeaderWork begin() {
		FakeWork work = new FakeWork(mock(Leadership.class, withSettings().stubOnly()), new AtomicInteger());
		given(work.leadership.group()).willReturn("default");
		given(work.leadership.fencingToken()).willReturn(1L);
		given(work.leadership.isValid()).willAnswer((call) -> this.valid);
		this.works.add(work);
		return work;
	}

	private <T> T proxy(T target, boolean throwing) {
		given(this.elector.status()).willReturn(Statuses.leaderlessFromTheStart("default"));
		return proxy(target, this.gate, throwing);
	}

	@SuppressWarnings("unchecked")
	private <T> T proxy(T target, LeaderGate gate, boolean throwing) {
		LeaderOnlyAdvisor advisor = new LeaderOnlyAdvisor(new LeaderOnlyMethods(throwing), gate, this.statistics,
				() -> LeaderTransactions.none(() -> new LeaderTransactions.Obstacle("has none", "Omit it")),
				new FakeGate().watch, Ordered.HIGHEST_PRECEDENCE);
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(advisor);
		return (T) factory.getProxy();
	}

	private record FakeWork(Leadership leadership, AtomicInteger closed) implements LeaderWork {

		@Override
		public void close() {
			this.closed.incrementAndGet();
		}

	}

	static class Jobs {

		private final CompletableFuture<String> stage = new CompletableFuture<>();

		public String itself() {
			return text();
		}

		public String open() {
			return "ran";
		}

		@LeaderOnly
		public String text() {
			return "ran";
		}

		@LeaderOnly
		public void fails() {
			throw new IllegalStateException("no");
		}

		@LeaderOnly
		public CompletableFuture<String> stage() {
			return this.stage;
		}

	}

	static class Publishers {

		@LeaderOnly
		public Mono<String> after(Mono<Void> before, Supplier<Mono<String>> work) {
			return before.then(Mono.defer(work));
		}

		@LeaderOnly
		public Flux<String> afterAll(Mono<Void> before, Supplier<Flux<String>> work) {
			return before.thenMany(Flux.defer(work));
		}

		@LeaderOnly
		public Mono<String> mono() {
			return Mono.just("ran");
		}

		@LeaderOnly
		public Flux<String> flux() {
			return Flux.just("ran");
		}

		@LeaderOnly
		public Mono<String> signalling(Consumer<SignalType> end) {
			return Mono.just("ran").hide().doFinally(end);
		}

	}

	static class Handing {

		private LeadershipContext present;

		@LeaderOnly
		public CompletableFuture<Void> on(CompletableFuture<Void> end) {
			this.present = LeadershipContext.current().orElseThrow();
			return end;
		}

	}

	static class Outer {

		private final Jobs inner;

		private final Runnable meanwhile;

		Outer(Jobs inner, Runnable meanwhile) {
			this.inner = inner;
			this.meanwhile = meanwhile;
		}

		@LeaderOnly
		public String run() {
			this.meanwhile.run();
			return this.inner.text();
		}

		@LeaderOnly
		public void stage() {
			this.inner.stage();
		}

	}

}
