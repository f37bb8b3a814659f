package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.state.Measurements;
import io.github.leaderelection.internal.quorum.state.SentBeats;
import io.github.leaderelection.internal.quorum.state.Timing;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.DRIFT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HELD;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Durations and their bounds.
 */
class TimingTests {

	private static Timing timing(long lease, double drift) {
		return Timing.of(lease, HEARTBEAT, drift);
	}

	private final Timing timing = timing(LEASE, DRIFT);

	@Test
	void leaseEndsBeforeThePromiseByAnyTwoClocksWithinTheBound() {
		for (double drift : new double[] { 0.001, 0.05, 0.2, 0.49 }) {
			Timing each = timing(LEASE, drift);
			double slowLeader = each.heldNanos() / (1 - drift);
			double fastVoter = each.leaseNanos() / (1 + drift);
			assertThat(slowLeader).isLessThanOrEqualTo(fastVoter);
		}
	}

	/**
	 * Whatever part of the promise the monotonic clock missed, and though both clocks of
	 * the leader are as slow as they may be.
	 */
	@Test
	void leaseOfASuspendedMachineEndsBeforeThePromise() {
		for (double drift : new double[] { 0.001, 0.05, 0.2 }) {
			Timing each = timing(LEASE, drift);
			Lease lease = new Lease(0, 0, each.heldNanos(), each.suspensionMargin());
			double promised = LEASE / (1 + drift);
			long wall = (long) Math.ceil(promised * (1 - drift) / MILLI) - 1;
			for (long missed = 0; missed < 200 * MILLI; missed += MILLI) {
				long monotonic = (long) ((promised - missed) * (1 - drift));
				assertThat(lease.valid(monotonic, wall)).as("drift %s, missed %s ns", drift, missed).isFalse();
			}
		}
	}

	@Test
	void wallClockThatIsATickAheadDoesNotShortenALease() {
		Lease lease = new Lease(0, 0, HELD, this.timing.suspensionMargin());
		long lastMillis = HELD / MILLI;
		assertThat(lease.valid(HELD - 1, lastMillis + 1)).isTrue();
	}

	@Test
	void startWaitOutlastsAPromiseByAnyTwoClocksWithinTheBound() {
		for (double drift : new double[] { 0.001, 0.05, 0.2, 0.49 }) {
			double slowVoterBefore = LEASE / (1 - drift);
			double fastVoterAfter = (Timing.startWait(LEASE, drift) + 1) / (1 + drift);
			assertThat(fastVoterAfter).isGreaterThanOrEqualTo(slowVoterBefore);
		}
	}

	@Test
	void candidacyIsFourRoundTripsWithinItsBounds() {
		assertThat(this.timing.candidacy(MILLI, 0, 0)).isEqualTo(60 * MILLI);
		assertThat(this.timing.candidacy(70 * MILLI, 0, 0)).isEqualTo(280 * MILLI);
		assertThat(this.timing.candidacy(LEASE, 0, 0)).isEqualTo(400 * MILLI);
	}

	@Test
	void upperBoundOfACandidacyWins() {
		assertThat(timing(100 * MILLI, DRIFT).candidacy(MILLI, 0, 0)).isEqualTo(40 * MILLI);
	}

	@Test
	void candidacyAllowsForTheSavesThatVotesNeed() {
		assertThat(this.timing.candidacy(MILLI, 80 * MILLI, 0)).isEqualTo(324 * MILLI);
	}

	@Test
	void candidacyIsTwiceAsLongAfterEachRoundThatFailed() {
		assertThat(this.timing.candidacy(MILLI, 0, 1)).isEqualTo(120 * MILLI);
		assertThat(this.timing.candidacy(MILLI, 0, 2)).isEqualTo(240 * MILLI);
		assertThat(this.timing.candidacy(MILLI, 0, 100)).isEqualTo(this.timing.maxCandidacy());
	}

	@Test
	void candidacyIsAsLongAsPossibleWhileTheRoundTripIsUnknown() {
		assertThat(this.timing.candidacy(0, 0, 0)).isEqualTo(this.timing.maxCandidacy());
	}

	@Test
	void waitOfANodeThatLostItsStateOutlastsAnyCandidacy() {
		assertThat(Timing.longestCandidacy(LEASE, DRIFT)).isGreaterThanOrEqualTo(this.timing.maxCandidacy());
	}

	@Test
	void rankDelayIsTwoAndAHalfTimesRoundTripAndSaveWithinItsBounds() {
		assertThat(this.timing.rankDelay(0, 0)).isEqualTo(10 * MILLI);
		assertThat(this.timing.rankDelay(6 * MILLI, 4 * MILLI)).isEqualTo(25 * MILLI);
		assertThat(this.timing.rankDelay(70 * MILLI, 4 * MILLI)).isEqualTo(185 * MILLI);
		assertThat(this.timing.rankDelay(90 * MILLI, 4 * MILLI)).isEqualTo(LEASE / 5);
	}

	@Test
	void pausesAfterFailedRoundsGrowAndAreNeverTheSameTwice() {
		assertThat(this.timing.backOff(1, 0, 0)).isEqualTo(HEARTBEAT);
		assertThat(this.timing.backOff(3, 0, 0)).isGreaterThan(this.timing.backOff(1, 0, 0));
		assertThat(this.timing.backOff(1, 4 * HEARTBEAT, 0)).isGreaterThan(this.timing.backOff(1, 0, 0));
		assertThat(this.timing.backOff(99, 0, -1)).isLessThanOrEqualTo(LEASE / 2);
		assertThat(this.timing.backOffUnanswered(99, 0, -1)).isBetween(LEASE * 99 / 100, LEASE);
		assertThat(this.timing.backOff(1, 0, 1L << 60)).isNotEqualTo(this.timing.backOff(1, 0, 1L << 61));
		assertThat(Timing.of(50 * LEASE, 50 * HEARTBEAT, 0.05).backOff(1, 0, 0)).isEqualTo(100 * MILLI);
	}

	@Test
	void wallClockThatTicksInMillisecondsLooksLikeNoSuspension() {
		assertThat(timing(LEASE, 0.0001).suspensionMargin()).isGreaterThanOrEqualTo(MILLI);
	}

	@Test
	void measurementFollowsARiseQuickly() {
		Measurements measured = Measurements.UNKNOWN.roundTrip(10 * MILLI).roundTrip(50 * MILLI);
		assertThat(measured.roundTripNanos()).isEqualTo(30 * MILLI);
		assertThat(measured.roundTrip(10 * MILLI).roundTripNanos()).isBetween(25 * MILLI, 30 * MILLI);
	}

	@Test
	void measurementKnowsARoundTripOnceOneWasMeasuredHoweverShort() {
		assertThat(Measurements.UNKNOWN.roundTrip(0).roundTripNanos()).isPositive();
	}

	@Test
	void heartbeatsNoLongerRememberedAreUnknown() {
		SentBeats beats = SentBeats.none(this.timing);
		for (int i = 1; i <= 100; i++) {
			beats = beats.sent(i, new Now(i, i), i % 2 == 0);
		}
		assertThat(beats.knows(100)).isTrue();
		assertThat(beats.nanos(100)).isEqualTo(100);
		assertThat(beats.backed(100)).isTrue();
		assertThat(beats.backed(99)).isFalse();
		assertThat(beats.knows(50)).isFalse();
		assertThat(beats.knows(-1)).isFalse();
		assertThat(beats.knows(101)).isFalse();
	}

	@Test
	void roomForHeartbeatsIsThatOfALeaseAtTheirPace() {
		SentBeats beats = SentBeats.none(this.timing);
		int own = beats.sequences().length;
		assertThat(beats.atPace(this.timing, this.timing.heartbeatNanos())).isSameAs(beats);
		SentBeats faster = beats.atPace(this.timing, this.timing.heartbeatNanos() / 4);
		assertThat(faster.sequences()).hasSize(4 * (own - 2) + 2);
		assertThat(faster.atPace(this.timing, this.timing.heartbeatNanos())).isSameAs(faster);
		assertThat(beats.atPace(this.timing, 1).sequences()).hasSize(1024);
	}

	@Test
	void heartbeatsAreRememberedWhenThePaceQuickens() {
		SentBeats beats = SentBeats.none(this.timing);
		int kept = beats.sequences().length;
		for (int i = 1; i <= 3 * kept; i++) {
			beats = beats.sent(i, new Now(2 * i, 3 * i), i % 2 == 0);
		}
		SentBeats faster = beats.atPace(this.timing, this.timing.heartbeatNanos() / 4)
			.sent(3 * kept + 1, new Now(7, 7), true);
		for (int i = 2 * kept + 1; i <= 3 * kept; i++) {
			assertThat(faster.knows(i)).isTrue();
			assertThat(faster.nanos(i)).isEqualTo(2 * i);
			assertThat(faster.wallMillis(i)).isEqualTo(3 * i);
			assertThat(faster.backed(i)).isEqualTo(i % 2 == 0);
		}
		assertThat(faster.knows(3 * kept + 1)).isTrue();
		assertThat(faster.knows(2 * kept)).isFalse();
	}

}
