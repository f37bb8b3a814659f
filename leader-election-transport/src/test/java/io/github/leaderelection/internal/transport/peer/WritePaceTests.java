package io.github.leaderelection.internal.transport.peer;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link WritePace}.
 */
class WritePaceTests {

	/** As a real clock may stand. */
	private static final long BEGIN = Long.MAX_VALUE - 1_000_000;

	private final WritePace pace = new WritePace();

	@Test
	void fewAreWrittenAtOnce() {
		for (int i = 0; i < WritePace.AT_ONCE; i++) {
			assertThat(this.pace.take(BEGIN)).isZero();
		}
		assertThat(this.pace.take(BEGIN)).isEqualTo(WritePace.PAUSE_NANOS);
		assertThat(this.pace.take(BEGIN + 1)).isEqualTo(WritePace.PAUSE_NANOS - 1);
		assertThat(this.pace.take(BEGIN + WritePace.PAUSE_NANOS)).isZero();
		assertThat(this.pace.take(BEGIN + WritePace.PAUSE_NANOS)).isEqualTo(WritePace.PAUSE_NANOS);
	}

	@Test
	void whoeverWritesSlowlyNeverWaits() {
		for (int i = 0; i < 10_000; i++) {
			assertThat(this.pace.take(BEGIN + i * WritePace.PAUSE_NANOS)).isZero();
		}
	}

	@Test
	void afterARestManyMayBeWrittenAgainAndNoMoreThanAtFirst() {
		long now = BEGIN;
		for (int i = 0; i < 1_000; i++) {
			now += this.pace.take(now);
		}
		now += 10_000 * WritePace.PAUSE_NANOS;
		for (int i = 0; i < WritePace.AT_ONCE; i++) {
			assertThat(this.pace.take(now)).isZero();
		}
		assertThat(this.pace.take(now)).isPositive();
	}

	@Test
	void aMessageComesAloneOnceEverythingBeforeItIsPaid() {
		assertThat(this.pace.takeRested(BEGIN)).isTrue();
		assertThat(this.pace.takeRested(BEGIN + WritePace.PAUSE_NANOS - 1)).isFalse();
		assertThat(this.pace.take(BEGIN + WritePace.PAUSE_NANOS - 1)).isZero();
		assertThat(this.pace.takeRested(BEGIN + 2 * WritePace.PAUSE_NANOS - 1)).isFalse();
		assertThat(this.pace.takeRested(BEGIN + 2 * WritePace.PAUSE_NANOS)).isTrue();
	}

}
