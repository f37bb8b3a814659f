package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Interruption}.
 */
class InterruptionTests {

	private static final int ROUNDS = 20_000;

	@Test
	void threadIsInterruptedOnceAndTheInterruptIsTakenBack() {
		Interruption interruption = new Interruption();
		interruption.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		interruption.interrupt();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		interruption.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void markThatNobodyLookedAtIsTakenBack() {
		Interruption interruption = new Interruption();
		interruption.interrupt();
		interruption.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void threadThatHasLeftIsNotInterrupted() {
		Interruption interruption = new Interruption();
		interruption.close();
		interruption.interrupt();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void outerCallIsStillInterruptedAfterAnInnerOne() {
		Interruption outer = new Interruption();
		Interruption between = new Interruption();
		Interruption inner = new Interruption();
		outer.interrupt();
		inner.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		inner.close();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		between.close();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		outer.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void outerCallThatHasSeenItsInterruptIsNotInterruptedAgain() {
		Interruption outer = new Interruption();
		outer.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		Interruption inner = new Interruption();
		inner.interrupt();
		inner.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		outer.close();
	}

	@Test
	void outerCallThatIsNotInterruptedHearsNothingOfAnInnerOne() {
		Interruption outer = new Interruption();
		Interruption inner = new Interruption();
		inner.interrupt();
		inner.close();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		outer.close();
	}

	@Test
	void interruptOfTheOuterCallThatRacesWithLeavingTheInnerOneIsNotLost() throws Exception {
		ExecutorService other = Executors.newSingleThreadExecutor();
		try {
			for (int round = 0; round < ROUNDS; round++) {
				Interruption outer = new Interruption();
				Interruption inner = new Interruption();
				inner.interrupt();
				Future<?> interrupting = other.submit(outer::interrupt);
				if (round % 2 == 0) {
					Thread.onSpinWait();
				}
				inner.close();
				while (!interrupting.isDone()) {
					Thread.onSpinWait();
				}
				assertThat(Thread.currentThread().isInterrupted()).as("round %s", round).isTrue();
				outer.close();
				assertThat(Thread.currentThread().isInterrupted()).as("round %s, left", round).isFalse();
			}
		}
		finally {
			other.shutdownNow();
		}
	}

	@Test
	void interruptThatRacesWithLeavingMeetsNothingLater() throws Exception {
		ExecutorService other = Executors.newSingleThreadExecutor();
		try {
			for (int round = 0; round < ROUNDS; round++) {
				Interruption interruption = new Interruption();
				Future<?> interrupting = other.submit(interruption::interrupt);
				if (round % 2 == 0) {
					Thread.onSpinWait();
				}
				interruption.close();
				assertThat(Thread.currentThread().isInterrupted()).as("round %s", round).isFalse();
				interrupting.get(60, TimeUnit.SECONDS);
				assertThat(Thread.currentThread().isInterrupted()).as("round %s, later", round).isFalse();
			}
		}
		finally {
			other.shutdownNow();
		}
	}

}
