package io.github.leaderelection.internal.eligibility;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import io.github.leaderelection.spring.LeadershipEligibility;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.withSettings;

/**
 * Tests for {@link EligibilityChecks}.
 */
class EligibilityChecksTests {

	private final ExecutorService asking = Executors.newSingleThreadExecutor();

	private final List<@Nullable String> told = Collections.synchronizedList(new ArrayList<>());

	private final AtomicInteger asked = new AtomicInteger();

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch answer = new CountDownLatch(1);

	private final LeaderElector elector = mock(LeaderElector.class,
			withSettings().extraInterfaces(ElectorInternals.class));

	EligibilityChecksTests() {
		willAnswer((call) -> this.told.add(call.getArgument(0))).given((ElectorInternals) this.elector)
			.ineligible(any());
	}

	@AfterEach
	void end() {
		this.answer.countDown();
		this.asking.shutdownNow();
	}

	@Test
	void whatChangesDuringARoundIsAskedOfInAnotherOne() throws Exception {
		EligibilityChecks checks = checks((group) -> onceItMay(), Duration.ofMinutes(1));
		checks.ask(this.asking);
		assertThat(this.begun.await(60, TimeUnit.SECONDS)).isTrue();
		checks.askAnew(this.asking);
		this.answer.countDown();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.told.size() == 2);
		endAsking();
		assertThat(this.asked).hasValue(2);
		assertThat(this.told).containsExactly(null, null);
	}

	@Test
	void roundThatTakesLongIsFollowedByNoOther() throws Exception {
		EligibilityChecks checks = checks((group) -> onceItMay(), Duration.ofMinutes(1));
		checks.askAnew(this.asking);
		assertThat(this.begun.await(60, TimeUnit.SECONDS)).isTrue();
		checks.ask(this.asking);
		this.answer.countDown();
		endAsking();
		assertThat(this.asked).hasValue(1);
		checks.ask(Runnable::run);
		assertThat(this.asked).hasValue(2);
	}

	@Test
	void errorOfACheckIsAnObjection() {
		checks((group) -> {
			throw new ExceptionInInitializerError("no driver");
		}, Duration.ofMinutes(1)).ask(Runnable::run);
		assertThat(this.told).singleElement()
			.asString()
			.contains("its eligibility check 'check' failed")
			.contains("no driver");
	}

	@Test
	void answerOfARoundIsTheLastWordOfIt() throws Exception {
		EligibilityChecks checks = checks((group) -> onceItMay(), Duration.ZERO);
		checks.ask(this.asking);
		assertThat(this.begun.await(60, TimeUnit.SECONDS)).isTrue();
		checks.ask(this.asking);
		endAsking();
		assertThat(this.told).hasSizeGreaterThan(1).last().isNull();
		assertThat(this.told).anyMatch((each) -> each != null && each.contains("have not answered"));
	}

	private @Nullable String onceItMay() {
		this.asked.incrementAndGet();
		this.begun.countDown();
		try {
			return this.answer.await(60, TimeUnit.SECONDS) ? null : "never answered";
		}
		catch (InterruptedException ex) {
			return "interrupted";
		}
	}

	private void endAsking() throws InterruptedException {
		this.asking.shutdown();
		assertThat(this.asking.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
	}

	private EligibilityChecks checks(LeadershipEligibility check, Duration timeout) {
		Thread clock = Thread.currentThread();
		LeaderElectorRegistry registry = new LeaderElectorRegistry() {

			/** The round answers just before its delay is told. */
			@Override
			public Set<String> groups() {
				if (timeout.isZero() && Thread.currentThread() == clock) {
					EligibilityChecksTests.this.answer.countDown();
					Awaitility.await()
						.atMost(Duration.ofMinutes(1))
						.until(() -> EligibilityChecksTests.this.told.contains(null));
				}
				return Set.of("default");
			}

			@Override
			public Optional<LeaderElector> find(String group) {
				return Optional.of(EligibilityChecksTests.this.elector);
			}

		};
		Objections objections = new Objections(registry);
		EligibilityChecks checks = new EligibilityChecks(objections, Map.of("check", check), timeout);
		objections.hear(checks);
		return checks;
	}

}
