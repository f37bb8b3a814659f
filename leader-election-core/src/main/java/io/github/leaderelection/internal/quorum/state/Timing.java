package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Lease;

/**
 * The durations of the protocol, all in nanoseconds, derived from lease, heartbeat
 * interval and the bound on clock drift.
 *
 * @param heldNanos how long a leader counts on a promise of that length: shorter, so that
 * it ends first by any two clocks within the bound
 * @param drift the bound on the error of a clock's rate
 */
public record Timing(long leaseNanos, long heldNanos, long heartbeatNanos, double drift) {

	/** No time: never a real reading of the monotonic clock. */
	public static final long NONE = Long.MIN_VALUE;

	private static final long MILLI = 1_000_000;

	private static final long MIN_RANK_DELAY = 10 * MILLI;

	private static final long MIN_CANDIDACY = 60 * MILLI;

	private static final long MIN_RETRY = 15 * MILLI;

	private static final double MAX_CANDIDACY_LEASES = 0.4;

	private static final double MAX_RANK_DELAY_LEASES = 0.2;

	private static final double RANK_DELAY_FACTOR = 2.5;

	private static final int MAX_BACK_OFF_DOUBLINGS = 4;

	/** Candidates collide for some round trips, however seldom heartbeats come. */
	private static final long MOST_FIRST_BACK_OFF = 100_000_000;

	private static final int BEATS_OF_MIXED_LEASES = 5;

	public static Timing of(ElectionSettings settings) {
		return of(settings.leaseNanos(), settings.heartbeatNanos(), settings.maxClockDrift());
	}

	public static Timing of(long lease, long heartbeat, double drift) {
		return new Timing(lease, Lease.heldNanos(lease, drift), heartbeat, drift);
	}

	/**
	 * How long this node counts on a promise of another length than its own lease.
	 */
	public long held(long otherLeaseNanos) {
		return (otherLeaseNanos == this.leaseNanos) ? this.heldNanos : Lease.heldNanos(otherLeaseNanos, this.drift);
	}

	/**
	 * How long a leader waits for its next heartbeat while some members have another
	 * lease.
	 * @param shortestLeaseNanos the shortest of them, this node's included
	 */
	public long heartbeatAmong(long shortestLeaseNanos) {
		return Math.min(this.heartbeatNanos, shortestLeaseNanos / BEATS_OF_MIXED_LEASES);
	}

	/** How far a true wall clock may get ahead within a lease without a suspension. */
	public long suspensionMargin() {
		return Lease.suspensionMargin(this.heldNanos, this.drift);
	}

	/**
	 * How long a node that forgot its promises waits until the longest of them has ended
	 * by the clock of whoever relies on it.
	 */
	public static long startWait(long spanNanos, double drift) {
		return (long) (spanNanos * (1 + drift) / (1 - drift));
	}

	/**
	 * The longest that a vote of a node with such a lease can count, by any clock of that
	 * node within the bound.
	 */
	public static long longestCandidacy(long spanNanos, double drift) {
		return (long) (MAX_CANDIDACY_LEASES * startWait(spanNanos, drift));
	}

	/**
	 * How long a vote counts by the clock of its candidate. A voter that lost its state
	 * promises nothing for longer than that, by any clock within the bound.
	 */
	public static long voteCounts(long voterLeaseNanos) {
		return (long) (MAX_CANDIDACY_LEASES * voterLeaseNanos) - Lease.LEAST_SPARE;
	}

	/**
	 * How long a candidacy or a scouting round lasts: four round trips, each with the
	 * save that a vote needs; as long as possible while the round trip is unknown. The
	 * upper bound wins.
	 * @param failedRounds how many failed in a row: each doubles it
	 */
	public long candidacy(long roundTripNanos, long saveNanos, int failedRounds) {
		if (roundTripNanos == 0) {
			return maxCandidacy();
		}
		long measured = Math.max(4 * (roundTripNanos + saveNanos), MIN_CANDIDACY);
		return Math.min(measured << Math.min(failedRounds, MAX_BACK_OFF_DOUBLINGS), maxCandidacy());
	}

	public long maxCandidacy() {
		return (long) (MAX_CANDIDACY_LEASES * this.leaseNanos);
	}

	/**
	 * How much later than named another node's wait may end by this clock: its clock may
	 * be slow and this one fast.
	 */
	public long waitError(long nanos) {
		return (long) (2 * this.drift / (1 - this.drift) * nanos);
	}

	public long retry(long roundTripNanos) {
		return Math.max(2 * roundTripNanos, MIN_RETRY);
	}

	/**
	 * How much later each rank stands than the one before. A rank hears of the previous
	 * scout in this time, at most a fifth of the lease.
	 */
	public long rankDelay(long roundTripNanos, long saveNanos) {
		long wanted = (long) (RANK_DELAY_FACTOR * (roundTripNanos + saveNanos));
		return Math.min(Math.max(wanted, MIN_RANK_DELAY), (long) (MAX_RANK_DELAY_LEASES * this.leaseNanos));
	}

	/**
	 * How long to pause after failed rounds, at most half a lease. The pause grows with
	 * each, and spreads by more than the round trips in which two candidates collide.
	 */
	public long backOff(int failedRounds, long candidacyNanos, long entropy) {
		return backOff(failedRounds, candidacyNanos, this.leaseNanos / 2, entropy);
	}

	/**
	 * The same after a candidacy that was left without enough answers: at most a lease,
	 * for each costs a term.
	 */
	public long backOffUnanswered(int failedRounds, long candidacyNanos, long entropy) {
		return backOff(failedRounds, candidacyNanos, this.leaseNanos, entropy);
	}

	private long backOff(int failedRounds, long candidacyNanos, long bound, long entropy) {
		long most = Math.min(Math.max(Math.min(this.heartbeatNanos, MOST_FIRST_BACK_OFF), candidacyNanos / 2) << Math
			.min(failedRounds, MAX_BACK_OFF_DOUBLINGS), bound);
		double part = (entropy >>> 11) * 0x1.0p-53;
		return (long) (most * (0.5 + part / 2));
	}

	/**
	 * How long a node that resigned lets others stand.
	 */
	public long coolDown() {
		return 10 * this.leaseNanos;
	}

	public static long earlier(long a, long b) {
		return (a - b < 0) ? a : b;
	}

}
