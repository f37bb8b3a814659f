package io.github.leaderelection.internal.gate.method;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.LeaderOnly.OnFollower;
import io.github.leaderelection.spring.NotLeaderException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FollowerBehavior} and {@link FallbackMethod}: what a leader-only call
 * does on a follower.
 */
class OnFollowerTests {

	private final FakeGate gate = new FakeGate();

	@Test
	void attributeOfTheMethodBeatsTheConfiguration() {
		this.gate.open = false;
		Jobs skipping = this.gate.proxy(new Jobs(), true);
		assertThat(skipping.skips()).isNull();
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.gate.proxy(new Jobs(), false)::refuses);
	}

	@Test
	void primitiveResultIsAllowedWhereTheChoiceIsExplicit() {
		this.gate.open = false;
		Jobs jobs = this.gate.proxy(new Jobs());
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(jobs::number);
		assertThat(jobs.length("four")).isEqualTo(4);
		this.gate.open = true;
		assertThat(jobs.number()).isEqualTo(1);
	}

	@Test
	void exceptionNamesTheLeaderAndWhy() {
		this.gate.open = false;
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.gate.proxy(new Jobs())::refuses)
			.withMessageContaining("Jobs.refuses()")
			.withMessageContaining("http://b")
			.satisfies((ex) -> {
				assertThat(ex.group()).isEqualTo("default");
				assertThat(ex.reason()).isEqualTo(NotLeaderException.Reason.FOLLOWER);
				assertThat(ex.leader()).contains(FakeGate.LEADER);
			});
	}

	@Test
	void scheduledMethodThrowsWhereItSaysSoItself() {
		this.gate.open = false;
		assertThatExceptionOfType(NotLeaderException.class).isThrownBy(this.gate.proxy(new Jobs())::scheduled);
	}

	@Test
	void fallbackIsCalledWithTheArgumentsOnTheSameObject() {
		this.gate.open = false;
		Jobs target = new Jobs();
		assertThat(this.gate.proxy(target).greet("you", 2)).isEqualTo("no you 2");
		assertThat(target.fallbacks).isEqualTo(1);
		assertThat(this.gate.statistics.count("default", GateOutcome.FELL_BACK)).isEqualTo(1);
		assertThat(this.gate.statistics.count("default", GateOutcome.SKIPPED)).isZero();
	}

	@Test
	void fallbackIsNotCalledOnTheLeader() {
		Jobs target = new Jobs();
		assertThat(this.gate.proxy(target).greet("you", 2)).isEqualTo("hello you 2");
		assertThat(target.fallbacks).isZero();
	}

	@Test
	void fallbackIsToldWhyIfItAsks() {
		this.gate.open = false;
		assertThat(this.gate.proxy(new Jobs()).told()).contains("FOLLOWER b");
	}

	@Test
	void whatTheFallbackThrowsIsThrownAsItIs() {
		this.gate.open = false;
		assertThatExceptionOfType(IOException.class).isThrownBy(this.gate.proxy(new Jobs())::fails)
			.withMessage("fallback");
	}

	@Test
	void fallbackOfASubclassIsFound() {
		this.gate.open = false;
		assertThat(this.gate.proxy(new Special()).greet("you", 1)).isEqualTo("special");
	}

	@ParameterizedTest
	@ValueSource(classes = { MissingFallback.class, OtherParameters.class, OtherResult.class, OtherElements.class,
			Itself.class, BothChosen.class, PrimitiveSkips.class, InterruptedPublisher.class })
	void wrongChoiceIsRefusedWithTheNameOfTheMethod(Class<?> type) {
		LeaderOnlyMethods methods = new LeaderOnlyMethods(true);
		assertThatExceptionOfType(UngatableMethodException.class).isThrownBy(() -> methods.hasAny(type))
			.withMessageContaining(type.getSimpleName() + ".work()");
	}

	@Test
	void methodOfAFinalClassIsRefused() {
		assertThatExceptionOfType(UngatableMethodException.class)
			.isThrownBy(() -> new LeaderOnlyMethods(false).hasAny(Sealed.class))
			.withMessageContaining("final class");
	}

	static class Jobs {

		int fallbacks;

		@LeaderOnly(onFollower = OnFollower.SKIP)
		public String skips() {
			return "ran";
		}

		@LeaderOnly(onFollower = OnFollower.THROW)
		public String refuses() {
			return "ran";
		}

		@LeaderOnly(onFollower = OnFollower.THROW)
		public int number() {
			return 1;
		}

		@LeaderOnly(fallbackMethod = "lengthOf")
		public int length(String text) {
			return -1;
		}

		private int lengthOf(String text) {
			return text.length();
		}

		@Scheduled(fixedDelay = 1)
		@LeaderOnly(onFollower = OnFollower.THROW)
		public void scheduled() {
		}

		@LeaderOnly(fallbackMethod = "refuse")
		public String greet(String whom, int times) {
			return "hello " + whom + " " + times;
		}

		protected String refuse(String whom, int times) {
			this.fallbacks++;
			return "no " + whom + " " + times;
		}

		@LeaderOnly(fallbackMethod = "why")
		public Optional<String> told() {
			return Optional.empty();
		}

		private Optional<String> why(NotLeaderException ex) {
			return Optional.of(ex.reason() + " " + ex.leader().orElseThrow().id());
		}

		@LeaderOnly(fallbackMethod = "failing")
		public void fails() throws IOException {
		}

		private void failing() throws IOException {
			throw new IOException("fallback");
		}

	}

	static class Special extends Jobs {

		@Override
		protected String refuse(String whom, int times) {
			return "special";
		}

	}

	static class MissingFallback {

		@LeaderOnly(fallbackMethod = "none")
		public void work() {
		}

	}

	static class OtherParameters {

		@LeaderOnly(fallbackMethod = "other")
		public void work() {
		}

		void other(String text) {
		}

	}

	static class OtherResult {

		@LeaderOnly(fallbackMethod = "other")
		public String work() {
			return "";
		}

		Object other() {
			return "";
		}

	}

	static class OtherElements {

		@LeaderOnly(fallbackMethod = "other")
		public List<String> work() {
			return List.of();
		}

		List<Integer> other() {
			return List.of();
		}

	}

	static class Itself {

		@LeaderOnly(fallbackMethod = "work")
		public void work() {
		}

	}

	static class BothChosen {

		@LeaderOnly(fallbackMethod = "other", onFollower = OnFollower.SKIP)
		public void work() {
		}

		void other() {
		}

	}

	static class PrimitiveSkips {

		@LeaderOnly(onFollower = OnFollower.SKIP)
		public long work() {
			return 1;
		}

	}

	static class InterruptedPublisher {

		@LeaderOnly(interruptOnRevocation = true)
		public Mono<String> work() {
			return Mono.empty();
		}

	}

	static final class Sealed {

		@LeaderOnly
		public void work() {
		}

	}

}
