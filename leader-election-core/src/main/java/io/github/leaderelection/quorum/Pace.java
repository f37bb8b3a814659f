package io.github.leaderelection.quorum;

import io.github.leaderelection.health.Gaps;

/**
 * How fast the network, the disk and the leader are, as measured; 0 until measured. It
 * steers availability only, never safety.
 *
 * @param roundTripNanos the smoothed round trip
 * @param saveNanos the smoothed time of a save
 * @param gaps between the heartbeats of leaders, whoever they were
 */
record Pace(long roundTripNanos, long saveNanos, Gaps gaps) {

	static final Pace UNKNOWN = new Pace(0, 0, Gaps.UNKNOWN);

	Pace roundTrip(long sample) {
		return new Pace(smooth(this.roundTripNanos, sample), this.saveNanos, this.gaps);
	}

	Pace save(long sample) {
		return new Pace(this.roundTripNanos, smooth(this.saveNanos, sample), this.gaps);
	}

	Pace withGaps(Gaps measured) {
		return new Pace(this.roundTripNanos, this.saveNanos, measured);
	}

	/**
	 * Follows a rise quickly and a fall slowly: too long a bound costs little.
	 */
	private static long smooth(long mean, long sample) {
		long positive = Math.max(1, sample);
		if (mean == 0) {
			return positive;
		}
		return (positive > mean) ? (mean + positive) / 2 : mean - (mean - positive) / 8;
	}

}
