package io.github.leaderelection.internal.health;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * How long each form of the failure detector waits.
 */
class FailureDetectorTests {

	private static final long MILLI = 1_000_000;

	private static final long HEARTBEAT = 100 * MILLI;

	private static final long LEASE = 1000 * MILLI;

	private static final SuspicionBounds BOUNDS = SuspicionBounds.of(HEARTBEAT, LEASE);

	private final AdaptiveTimeout adaptive = new AdaptiveTimeout();

	private final PhiAccrual phi = new PhiAccrual(PhiAccrual.DEFAULT_THRESHOLD);

	private static Gaps measured(FailureDetector detector, int times, long... millis) {
		Gaps gaps = Gaps.UNKNOWN;
		for (int i = 0; i < times; i++) {
			for (long gap : millis) {
				gaps = detector.measured(gaps, gap * MILLI, BOUNDS);
			}
		}
		return gaps;
	}

	@Test
	void everyFormStaysBetweenTwoAndAHalfHeartbeatsAndSixTenthsOfALease() {
		for (FailureDetector detector : new FailureDetector[] { this.adaptive, this.phi, new FixedTimeout(0),
				new FixedTimeout(LEASE) }) {
			for (Gaps gaps : new Gaps[] { Gaps.UNKNOWN, measured(detector, 1, 0), measured(detector, 200, 100),
					measured(detector, 200, 10, 5000), measured(detector, 3, 1_000_000) }) {
				assertThat(detector.silenceNanos(gaps, BOUNDS)).as("%s %s", detector, gaps)
					.isBetween(250 * MILLI, 600 * MILLI);
			}
		}
	}

	@Test
	void adaptiveFormWaitsForTheSmoothedGapAndFourDeviations() {
		assertThat(this.adaptive.silenceNanos(Gaps.UNKNOWN, BOUNDS)).isEqualTo(5 * HEARTBEAT / 2);
		assertThat(this.adaptive.silenceNanos(Gaps.smoothed(HEARTBEAT, 0), BOUNDS)).isEqualTo(5 * HEARTBEAT / 2);
		assertThat(this.adaptive.silenceNanos(Gaps.smoothed(HEARTBEAT, 60 * MILLI), BOUNDS)).isEqualTo(340 * MILLI);
		assertThat(this.adaptive.silenceNanos(Gaps.smoothed(10 * LEASE, LEASE), BOUNDS)).isEqualTo(600 * MILLI);
		assertThat(measured(this.adaptive, 1, 100, 180)).isEqualTo(Gaps.smoothed(110 * MILLI, 38_750_000));
	}

	@Test
	void fixedFormWaitsAsLongWhateverWasMeasured() {
		FixedTimeout fixed = new FixedTimeout(300 * MILLI);
		assertThat(fixed.silenceNanos(measured(fixed, 100, 100), BOUNDS)).isEqualTo(300 * MILLI);
		assertThat(fixed.silenceNanos(measured(fixed, 100, 20, 590), BOUNDS)).isEqualTo(300 * MILLI);
		assertThat(fixed.phi(Gaps.UNKNOWN, LEASE, BOUNDS)).isNull();
	}

	@Test
	void fixedTimeoutOutsideTheBoundsIsRefused() {
		new FixedTimeout(FixedTimeout.DEFAULT_HEARTBEATS * HEARTBEAT).check(BOUNDS);
		assertThatIllegalArgumentException().isThrownBy(() -> new FixedTimeout(249 * MILLI).check(BOUNDS))
			.withMessageContaining("failure-detector.timeout=249ms")
			.withMessageContaining("250ms")
			.withMessageContaining("600ms");
		assertThatIllegalArgumentException().isThrownBy(() -> new FixedTimeout(601 * MILLI).check(BOUNDS));
	}

	@Test
	void thresholdOutsideItsRangeIsRefused() {
		for (double wrong : new double[] { 0, -1, 100.1, Double.NaN, Double.POSITIVE_INFINITY }) {
			assertThatIllegalArgumentException().isThrownBy(() -> new PhiAccrual(wrong).check(BOUNDS))
				.withMessageContaining(String.valueOf(wrong));
		}
		new PhiAccrual(0.5).check(BOUNDS);
	}

	@Test
	void phiReachesTheThresholdWhenThePatienceEnds() {
		for (double threshold : new double[] { 0.1, 1, 3, 8, 16, 100 }) {
			PhiAccrual detector = new PhiAccrual(threshold);
			for (Gaps gaps : new Gaps[] { Gaps.UNKNOWN, measured(detector, 50, 80, 120),
					measured(detector, 50, 20, 300) }) {
				long patience = detector.patienceNanos(gaps, BOUNDS);
				assertThat(detector.phi(gaps, patience, BOUNDS)).isCloseTo(threshold, within(0.001));
				assertThat(detector.phi(gaps, patience / 2, BOUNDS)).isLessThan(threshold);
				assertThat(detector.phi(gaps, 2 * patience, BOUNDS)).isGreaterThan(threshold);
			}
		}
	}

	@Test
	void phiOfTheGapToExpectIsThatOfATossedCoin() {
		Gaps gaps = measured(this.phi, 50, 80, 120);
		assertThat(gaps.meanNanos()).isCloseTo(HEARTBEAT, within(MILLI));
		assertThat(gaps.deviationNanos()).isCloseTo(20 * MILLI, within(MILLI));
		assertThat(this.phi.phi(gaps, gaps.meanNanos(), BOUNDS)).isCloseTo(Math.log10(2), within(1e-9));
		assertThat(this.phi.phi(gaps, 100 * LEASE, BOUNDS)).isFinite();
		assertThat(this.phi.phi(gaps, 0, BOUNDS)).isBetween(0.0, 0.001);
	}

	@Test
	void moreJitterMakesItMorePatient() {
		long regular = this.phi.patienceNanos(measured(this.phi, 100, 100), BOUNDS);
		long jitter = this.phi.patienceNanos(measured(this.phi, 100, 60, 140), BOUNDS);
		long more = this.phi.patienceNanos(measured(this.phi, 100, 20, 180), BOUNDS);
		// mean + 5.2 deviations, at least a tenth of a heartbeat each
		assertThat(regular).isBetween(150 * MILLI, 155 * MILLI);
		assertThat(jitter).isBetween(300 * MILLI, 315 * MILLI);
		assertThat(more).isBetween(505 * MILLI, 525 * MILLI);
	}

	@Test
	void gapsThatGrowSlowlyAreFollowedWithoutASuspicion() {
		Gaps gaps = measured(this.phi, 64, 90, 110);
		for (long gap = 100; gap <= 400; gap++) {
			assertThat(gap * MILLI).isLessThan(this.phi.silenceNanos(gaps, BOUNDS));
			gaps = this.phi.measured(gaps, gap * MILLI, BOUNDS);
		}
		assertThat(gaps.meanNanos()).isGreaterThan(350 * MILLI);
	}

	@Test
	void windowForgetsWhatIsOlderThanSixtyFourGaps() {
		Gaps gaps = measured(this.phi, 1, 30_000, 20);
		for (int i = 0; i < 64; i++) {
			gaps = this.phi.measured(gaps, HEARTBEAT, BOUNDS);
		}
		assertThat(gaps.meanNanos()).isCloseTo(HEARTBEAT, within(MILLI));
		assertThat(gaps.deviationNanos()).isLessThan(MILLI);
		assertThat(gaps.window()).hasSize(16);
	}

	@Test
	void windowGoesOnForEver() {
		Gaps gaps = Gaps.UNKNOWN;
		for (int i = 0; i < 1000; i++) {
			gaps = this.phi.measured(gaps, (i < 936) ? 7 * HEARTBEAT : HEARTBEAT, BOUNDS);
		}
		assertThat(gaps.meanNanos()).isCloseTo(HEARTBEAT, within(MILLI));
	}

	@Test
	void measuringLeavesWhatWasMeasuredBeforeAsItWas() {
		Gaps gaps = measured(this.phi, 10, 100);
		long[] window = gaps.window().clone();
		this.phi.measured(gaps, 5 * HEARTBEAT, BOUNDS);
		assertThat(gaps.window()).isEqualTo(window);
	}

}
