package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TurnsTests {

	private static final long STEP = 50;

	private final Turns turns = new Turns(Duration.ofNanos(STEP));

	@Test
	void eachWaitsAStepLongerThanTheOneBeforeAndNobodyForLong() {
		assertThat(this.turns.patienceNanos(0, 0)).isZero();
		assertThat(this.turns.patienceNanos(1, 0)).isEqualTo(STEP);
		assertThat(this.turns.patienceNanos(4, 0)).isEqualTo(4 * STEP);
		assertThat(this.turns.patienceNanos(10, 0)).isEqualTo(10 * STEP);
		assertThat(this.turns.patienceNanos(11, 0)).isEqualTo(10 * STEP);
		assertThat(this.turns.patienceNanos(Turns.NOWHERE, 0)).isEqualTo(10 * STEP);
	}

	@Test
	void whoWasWokenInItsTurnWaitsNoMoreForAWhile() {
		this.turns.give(1000);
		assertThat(this.turns.patienceNanos(3, 1000)).isZero();
		assertThat(this.turns.patienceNanos(3, 999 + 10 * STEP)).isZero();
		assertThat(this.turns.patienceNanos(3, 1000 + 10 * STEP)).isEqualTo(3 * STEP);
	}

	@Test
	void turnIsThatOfOneRelease() {
		this.turns.give(1000);
		this.turns.begin();
		assertThat(this.turns.patienceNanos(3, 1000)).isEqualTo(3 * STEP);
	}

	@Test
	void fiveAreWokenHoweverManyWait() {
		assertThat(Turns.isWoken(0)).isTrue();
		assertThat(Turns.isWoken(4)).isTrue();
		assertThat(Turns.isWoken(5)).isFalse();
		assertThat(Turns.isWoken(Turns.NOWHERE)).isFalse();
	}

}
