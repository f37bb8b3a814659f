package io.github.leaderelection.internal.gate.method;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.gate.skipped.DeferredCalls;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.framework.Advised;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link DeferredCalls}: calls that are kept until this node leads.
 */
@ExtendWith(OutputCaptureExtension.class)
class DeferredCallsTests {

	private final FakeGate gate = new FakeGate();

	private final Import target = new Import();

	private final Import follower = this.gate.proxy(this.target);

	DeferredCallsTests() {
		this.gate.open = false;
	}

	@Test
	void skippedCallsAreMadeOnceInOrderAtTheNextGrant() {
		assertThat(this.follower.load("a")).isNull();
		this.follower.load("b");
		assertThat(this.target.loaded).isEmpty();
		this.gate.grant();
		awaitLoaded("a", "b");
		this.gate.grant();
		this.follower.load("c");
		awaitLoaded("a", "b", "c");
		assertThat(this.gate.statistics.count("default", GateOutcome.SKIPPED)).isEqualTo(2);
		assertThat(this.gate.statistics.count("default", GateOutcome.ADMITTED)).isEqualTo(3);
		Awaitility.await().untilAsserted(() -> assertThat(this.gate.running()).isZero());
		assertThat(this.gate.outcomes("load")).containsExactly("RAN", "RAN", "RAN", "SKIPPED");
	}

	@Test
	void callIsMadeThoughTheGrantCameBeforeItWasKept() {
		this.gate.whenAsked = () -> this.gate.open = true;
		this.follower.load("a");
		awaitLoaded("a");
	}

	@Test
	void callWaitsOnWhereTheLeadershipHasEndedAgain() throws InterruptedException {
		this.follower.load("a");
		CountDownLatch refused = new CountDownLatch(1);
		this.gate.whenAsked = refused::countDown;
		this.gate.tell();
		assertThat(refused.await(60, TimeUnit.SECONDS)).isTrue();
		this.gate.grant();
		awaitLoaded("a");
	}

	@Test
	void argumentsAreThoseOfTheCall() {
		String[] texts = { "a" };
		this.follower.loadAll(texts);
		this.gate.grant();
		awaitLoaded("a");
	}

	@Test
	void callThatFailsIsLoggedAndNotMadeAgain(CapturedOutput output) {
		this.follower.load("wrong");
		this.follower.load("b");
		this.gate.grant();
		awaitLoaded("wrong", "b");
		assertThat(output).contains("Import.load() failed", "It is not run again", "IllegalStateException");
	}

	@Test
	void callerKnowsWhereThereIsNoRoom() {
		for (int i = 0; i < DeferredCalls.LIMIT; i++) {
			this.follower.load("a");
		}
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.follower.load("b"))
			.withMessageContaining("Import.load()");
		assertThat(this.gate.statistics.count("default", GateOutcome.REFUSED)).isEqualTo(1);
		this.gate.grant();
		Awaitility.await().untilAsserted(() -> assertThat(this.target.loaded).hasSize(DeferredCalls.LIMIT));
	}

	@Test
	void callsThatWaitEndWithTheirApplication() {
		this.follower.load("a");
		((LeaderOnlyAdvisor) ((Advised) this.follower).getAdvisors()[0]).destroy();
		assertThat(this.gate.listeners).isEmpty();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> this.follower.load("b"));
	}

	@ParameterizedTest
	@ValueSource(classes = { Throwing.class, Reactive.class, Nightly.class })
	void methodsWhoseCallsCannotWaitAreRefused(Class<?> type) {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> new LeaderOnlyMethods(false).hasAny(type))
			.withMessageContaining(type.getName() + ".work() has deferUntilLeading = true, but");
	}

	private void awaitLoaded(String... texts) {
		Awaitility.await().untilAsserted(() -> assertThat(this.target.loaded).containsExactly(texts));
	}

	static class Import {

		private final List<String> loaded = new CopyOnWriteArrayList<>();

		@LeaderOnly(deferUntilLeading = true)
		Object load(String text) {
			this.loaded.add(text);
			if (text.equals("wrong")) {
				throw new IllegalStateException("wrong");
			}
			return text;
		}

		@LeaderOnly(deferUntilLeading = true)
		void loadAll(String... texts) {
			this.loaded.addAll(List.of(texts));
		}

	}

	static class Throwing {

		@LeaderOnly(deferUntilLeading = true, onFollower = OnFollower.THROW)
		void work() {
		}

	}

	static class Reactive {

		@LeaderOnly(deferUntilLeading = true)
		Mono<String> work() {
			return Mono.empty();
		}

	}

	static class Nightly {

		@LeaderOnly(deferUntilLeading = true)
		@Scheduled(cron = "0 0 2 * * *")
		void work() {
		}

	}

}
