package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Pausing and resuming, and what a check of the application says beside it.
 */
class EligibilityTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private boolean answering = true;

	@BeforeEach
	void prepare() {
		this.protocol.otherwise((input) -> {
			if (this.answering && input.event() instanceof Event.EligibilityChanged<FakeMessage> changed
					&& changed.request() != 0) {
				return List.of(new Effect.Answer<>(changed.request(), null));
			}
			return List.of();
		});
		this.environment.group("default", this.protocol);
	}

	private GroupElector elector() {
		return this.environment.elector();
	}

	private List<Boolean> told() {
		List<Boolean> told = new ArrayList<>();
		for (Input<FakeMessage> input : this.protocol.inputs) {
			if (input.event() instanceof Event.EligibilityChanged<FakeMessage> changed) {
				told.add(changed.eligible());
			}
		}
		return told;
	}

	@Test
	void pauseCompletesWhenTheElectionGoesByIt() {
		this.environment.start();
		CompletableFuture<Void> pausing = elector().eligibility().pause().toCompletableFuture();
		assertThat(elector().eligibility().isPaused()).isTrue();
		assertThat(pausing).isNotDone();
		this.environment.run();
		assertThat(pausing).isCompleted();
		assertThat(told()).containsExactly(false);
		assertThat(elector().status().problems()).singleElement().asString().contains("paused").contains("resume it");

		CompletableFuture<Void> resuming = elector().eligibility().resume().toCompletableFuture();
		this.environment.run();
		assertThat(resuming).isCompleted();
		assertThat(told()).containsExactly(false, true);
		assertThat(elector().eligibility().isPaused()).isFalse();
		assertThat(elector().status().problems()).isEmpty();
	}

	@Test
	void pauseIsKeptAcrossAStopAndAStartAndTheStartIsToldBeforeAnythingElse() {
		this.environment.start();
		elector().eligibility().pause();
		this.environment.run();
		this.environment.loop().stop();
		this.environment.run();
		assertThat(elector().eligibility().isPaused()).isTrue();
		assertThat(elector().status().problems()).anyMatch((problem) -> problem.contains("paused"));

		this.protocol.inputs.clear();
		this.environment.start();
		this.environment.receive("anything");
		assertThat(this.protocol.steps()).startsWith("EligibilityChanged", "anything");
		assertThat(told()).containsExactly(false);
	}

	@Test
	void pauseBeforeTheStartCompletesAtOnceAndHolds() {
		assertThat(elector().eligibility().pause().toCompletableFuture()).isCompleted();
		this.environment.start();
		assertThat(told()).containsExactly(false);
	}

	@Test
	void resumedBetweenTwoStartsTheNextIsToldNothing() {
		assertThat(elector().eligibility().pause().toCompletableFuture()).isCompleted();
		assertThat(elector().eligibility().resume().toCompletableFuture()).isCompleted();
		this.environment.start();
		assertThat(told()).isEmpty();
	}

	@Test
	void pauseOfANodeThatStopsMeanwhileCompletes() {
		this.answering = false;
		this.environment.start();
		CompletableFuture<Void> pausing = elector().eligibility().pause().toCompletableFuture();
		this.environment.loop().stop();
		this.environment.run();
		assertThat(pausing).as("a node that has stopped does not stand").isCompleted();
		assertThat(elector().eligibility().isPaused()).isTrue();
	}

	@Test
	void startHearsOfThePauseAlthoughItsFirstBallotIsStillBeingSaved() {
		this.protocol.atStart(new Effect.SaveBallot<>(FakeEnvironment.ballot(1)));
		elector().eligibility().pause();
		this.environment.start();
		assertThat(told()).isEmpty();
		this.environment.receive("win");
		this.environment.save();
		assertThat(this.protocol.steps()).containsExactly("BallotSaved", "EligibilityChanged", "win");
	}

	@Test
	void checkAndPauseMustBothAllowIt() {
		this.environment.start();
		GroupElector elector = elector();
		elector.ineligible("its database is away");
		elector.ineligible("its database is away");
		this.environment.run();
		assertThat(told()).containsExactly(false);
		assertThat(elector.status().problems()).singleElement()
			.asString()
			.endsWith("does not stand for election because its database is away");

		elector.eligibility().pause();
		elector.ineligible(null);
		this.environment.run();
		assertThat(told()).containsExactly(false, false);
		assertThat(elector.eligibility().isPaused()).isTrue();

		elector.eligibility().resume();
		this.environment.run();
		assertThat(told()).containsExactly(false, false, true);
	}

	@Test
	void anotherReasonForTheSameIsShownButTellsNothing() {
		this.environment.start();
		elector().ineligible("its database is away");
		elector().ineligible("its disk is full");
		this.environment.run();
		assertThat(told()).containsExactly(false);
		assertThat(elector().status().problems()).singleElement().asString().contains("its disk is full");
	}

	@Test
	void changesOfManyThreadsEndInWhatTheElectorSays() throws Exception {
		this.environment.start();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			boolean pausing = i % 2 == 0;
			Thread thread = new Thread(() -> {
				for (int round = 0; round < 500; round++) {
					CompletableFuture<Void> asked = (pausing ? elector().eligibility().pause()
							: elector().eligibility().resume())
						.toCompletableFuture();
					assertThat(asked).isNotCancelled();
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join(Duration.ofSeconds(30).toMillis());
		}
		this.environment.run();
		assertThat(told()).hasSize(2000).endsWith(!elector().eligibility().isPaused());
	}

	@Test
	void algorithmThatKnowsNoPauseRefusesItAtOnce() {
		this.protocol.goesByEligibility = false;
		this.environment.start();
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> elector().eligibility().pause().toCompletableFuture().join())
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContaining("'fake' knows no pause");
		assertThat(elector().eligibility().isPaused()).isFalse();
		elector().ineligible("its database is away");
		this.environment.run();
		assertThat(told()).isEmpty();
		assertThat(elector().status().problems()).singleElement()
			.asString()
			.contains("stands for election although its database is away");
	}

	@Test
	void pauseBeforeTheStartOfAnAlgorithmThatKnowsNoneIsNotShown() {
		this.protocol.goesByEligibility = false;
		elector().eligibility().pause();
		this.environment.start();
		assertThat(told()).isEmpty();
		assertThat(elector().eligibility().isPaused()).isFalse();
		assertThat(elector().status().problems()).isEmpty();
	}

}
