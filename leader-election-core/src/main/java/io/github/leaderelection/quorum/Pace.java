package io.github.leaderelection.quorum;

/**
 * How fast the network, the disk and the leader are, as measured; 0 until measured. It
 * steers availability only, never safety.
 *
 * @param roundTripNanos the smoothed round trip
 * @param saveNanos the smoothed time of a save
 * @param gapNanos the smoothed gap between two heartbeats
 * @param gapDeviationNanos the smoothed deviation of that gap
 */
record Pace(long roundTripNanos, long saveNanos, long gapNanos, long gapDeviationNanos) {

	static final Pace UNKNOWN = new Pace(0, 0, 0, 0);

	Pace roundTrip(long sample) {
		return new Pace(smooth(this.roundTripNanos, sample), this.saveNanos, this.gapNanos, this.gapDeviationNanos);
	}

	Pace save(long sample) {
		return new Pace(this.roundTripNanos, smooth(this.saveNanos, sample), this.gapNanos, this.gapDeviationNanos);
	}

	Pace gap(long sample) {
		if (this.gapNanos == 0) {
			return new Pace(this.roundTripNanos, this.saveNanos, sample, sample / 4);
		}
		long deviation = Math.abs(sample - this.gapNanos);
		return new Pace(this.roundTripNanos, this.saveNanos, this.gapNanos + (sample - this.gapNanos) / 8,
				this.gapDeviationNanos + (deviation - this.gapDeviationNanos) / 4);
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
