package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.internal.health.Gaps;

/**
 * How fast the network, the disk and the leader are, as measured; 0 until measured. It
 * steers availability only, never safety.
 *
 * @param leadersNanos the round trip that the last leader named
 * @param lastSave the newest save: after one that was quick nothing is left of those that
 * were slow
 * @param gaps between the heartbeats of leaders, whoever they were
 */
public record Measurements(long roundTripNanos, long leadersNanos, long saveNanos, LastSave lastSave,
		Gaps gaps) implements StatePart {

	public static final Measurements UNKNOWN = new Measurements(0, 0, 0, LastSave.NONE, Gaps.UNKNOWN);

	public Measurements roundTrip(long sample) {
		return new Measurements(smooth(this.roundTripNanos, sample), this.leadersNanos, this.saveNanos, this.lastSave,
				this.gaps);
	}

	/**
	 * Takes the round trip a leader named, because followers measure none.
	 * @param nanos what it has measured, 0 if it has measured none
	 */
	public Measurements told(long nanos) {
		return new Measurements(this.roundTripNanos, nanos, this.saveNanos, this.lastSave, this.gaps);
	}

	/**
	 * The round trip to reckon with, 0 while none is known.
	 */
	public long expectedRoundTripNanos() {
		return Math.max(this.roundTripNanos, this.leadersNanos);
	}

	/**
	 * Takes the time that others need to answer, as if it were a save.
	 */
	public Measurements answered(long took) {
		return new Measurements(this.roundTripNanos, this.leadersNanos, smooth(this.saveNanos, took), this.lastSave,
				this.gaps);
	}

	/** Takes the time of a save of the ballot. */
	public Measurements saved(long took, long ended) {
		return new Measurements(this.roundTripNanos, this.leadersNanos, smooth(this.saveNanos, took),
				new LastSave(took, ended), this.gaps);
	}

	public Measurements withGaps(Gaps measured) {
		return new Measurements(this.roundTripNanos, this.leadersNanos, this.saveNanos, this.lastSave, measured);
	}

	/**
	 * Follows a rise quickly and a fall slowly, because too long a bound costs little.
	 */
	private static long smooth(long mean, long sample) {
		long positive = Math.max(1, sample);
		if (mean == 0) {
			return positive;
		}
		return (positive > mean) ? (mean + positive) / 2 : mean - (mean - positive) / 8;
	}

	/**
	 * The newest save of the ballot.
	 *
	 * @param tookNanos how long it took, 0 before the first
	 */
	public record LastSave(long tookNanos, long endedNanos) {

		static final LastSave NONE = new LastSave(0, 0);

	}

}
