package io.github.leaderelection.internal.flapping;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ObservationsTests {

	private static final long SECOND = 1_000_000_000;

	/** The monotonic clock may begin anywhere, and run over. */
	private static final long START = Long.MAX_VALUE - 5 * SECOND;

	private final Observations nothing = new Observations(FlappingSettings.DEFAULTS, SECOND, SECOND / 10, 0.05);

	@Test
	void twoChangesAreNoFlappingButThreeAre() {
		Observations twice = this.nothing.changed(START).changed(START + SECOND);
		assertThat(twice.at(START + 2 * SECOND).ongoing()).isFalse();
		Flapping thrice = twice.changed(START + 2 * SECOND).at(START + 2 * SECOND);
		assertThat(thrice.ongoing()).isTrue();
		assertThat(thrice.changes()).isEqualTo(3);
	}

	@Test
	void whatIsOlderThanTheWindowDoesNotCount() {
		Observations seen = this.nothing.changed(START)
			.changed(START + SECOND)
			.changed(START + 2 * SECOND)
			.silent(SECOND, START)
			.stalled(SECOND / 2, START + SECOND);
		long window = 600 * SECOND;
		assertThat(seen.at(START + window - 1).ongoing()).isTrue();
		assertThat(seen.at(START + window - 1).longestGap()).isEqualTo(Duration.ofSeconds(1));
		Flapping later = seen.at(START + window);
		assertThat(later.ongoing()).isFalse();
		assertThat(later.changes()).isEqualTo(2);
		assertThat(later.longestGap()).isZero();
		assertThat(later.longestStall()).isEqualTo(Duration.ofMillis(500));
		assertThat(seen.at(START + window + SECOND).longestStall()).isZero();
	}

	@Test
	void theLongestIsKnownAfterALongerOneIsForgotten() {
		Observations seen = this.nothing.stalled(3 * SECOND, START)
			.stalled(SECOND, START + SECOND)
			.stalled(2 * SECOND, START + 2 * SECOND)
			.stalled(SECOND, START + 3 * SECOND);
		assertThat(seen.at(START + 4 * SECOND).longestStall()).isEqualTo(Duration.ofSeconds(3));
		assertThat(seen.at(START + 600 * SECOND).longestStall()).isEqualTo(Duration.ofSeconds(2));
		assertThat(seen.at(START + 602 * SECOND).longestStall()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void howeverMuchHappensLittleIsRemembered() {
		Observations seen = this.nothing;
		for (int i = 0; i < 1000; i++) {
			seen = seen.changed(START + i).silent(2000 - i, START + i).stalled(i, START + i);
		}
		Flapping flapping = seen.at(START + 1000);
		assertThat(flapping.changes()).isEqualTo(FlappingSettings.MAX_CHANGES);
		assertThat(flapping.longestGap()).isEqualTo(Duration.ofNanos(2000));
		assertThat(flapping.longestStall()).isEqualTo(Duration.ofNanos(999));
	}

	@Test
	void theAdviceIsTheLongestGapOrStallTheDriftAQuarterAndAHeartbeat() {
		Observations gap = this.nothing.silent(2 * SECOND, START).stalled(SECOND, START);
		assertThat(gap.at(START).advisedLease()).isEqualTo(Duration.ofMillis(2900));
		Observations stall = this.nothing.silent(SECOND, START).stalled(2 * SECOND, START);
		assertThat(stall.at(START).advisedLease()).isEqualTo(Duration.ofMillis(2900));
		Observations drifting = new Observations(FlappingSettings.DEFAULTS, SECOND, SECOND / 10, 0.2).silent(2 * SECOND,
				START);
		assertThat(drifting.at(START).advisedLease()).isEqualTo(Duration.ofMillis(3900));
	}

	@Test
	void noLeaseIsAdvisedWhereNoneWouldHaveHelped() {
		assertThat(this.nothing.at(START).advisedLease()).isNull();
		assertThat(this.nothing.stalled(SECOND / 10, START).at(START).advisedLease()).isNull();
		assertThat(this.nothing.silent(3600 * SECOND, START).at(START).advisedLease()).isNull();
	}

	@Test
	void aSentenceSaysItAll() {
		Observations changed = this.nothing.changed(START).changed(START).changed(START);
		assertThat(changed.silent(2_100_000_000, START).stalled(900_000_000, START).at(START).describe())
			.isEqualTo("3 changes in 10 minutes; longest gap 2.1s, longest stall 900ms; a lease of at least 3.1s "
					+ "would have outlasted them");
		assertThat(changed.at(START).describe())
			.isEqualTo("3 changes in 10 minutes; longest gap 0ms, longest stall 0ms; no lease would have "
					+ "helped, as no lost leader was heard again: look for crashes and restarts");
		assertThat(changed.stalled(60_000_000, START).at(START).describe())
			.isEqualTo("3 changes in 10 minutes; longest gap 0ms, longest stall 60ms; the lease of 1s outlasts both: "
					+ "look for crashes, restarts and broken links");
	}

	@Test
	void settingsOutOfRangeNameTheValueAndTheRemedy() {
		assertThatIllegalArgumentException().isThrownBy(() -> new FlappingSettings(1, Duration.ofMinutes(10)))
			.withMessage("flapping.changes=1: The number is not between 2 and 64. Omit it for three changes, which "
					+ "suit most applications; one change is a fail-over.");
		assertThatIllegalArgumentException().isThrownBy(() -> new FlappingSettings(65, Duration.ofMinutes(10)));
		assertThatIllegalArgumentException().isThrownBy(() -> new FlappingSettings(3, Duration.ofMillis(999)))
			.withMessageContaining("flapping.window=999ms: The window is not between 1s and 1d");
		assertThatIllegalArgumentException().isThrownBy(() -> new FlappingSettings(3, Duration.ofHours(25)));
	}

}
