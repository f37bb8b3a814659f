package io.github.leaderelection.internal.health;

/**
 * What a failure detector may decide within: sooner would be noise, later would cost
 * leases. Durations are in nanoseconds.
 *
 * @param leastNanos a member silent for less is not suspected
 * @param mostNanos a member silent for as long is suspected
 * @param heartbeatNanos between two heartbeats, as configured
 */
public record SuspicionBounds(long leastNanos, long mostNanos, long heartbeatNanos) {

	private static final double LEAST_HEARTBEATS = 2.5;

	private static final double MOST_LEASES = 0.6;

	/**
	 * The bounds under given settings: two and a half heartbeats, and six tenths of a
	 * lease.
	 * @param heartbeatNanos between two heartbeats of a leader
	 * @param leaseNanos the lease, at least five heartbeats
	 * @return the bounds
	 */
	public static SuspicionBounds of(long heartbeatNanos, long leaseNanos) {
		return new SuspicionBounds((long) (LEAST_HEARTBEATS * heartbeatNanos), (long) (MOST_LEASES * leaseNanos),
				heartbeatNanos);
	}

	/**
	 * The nearest duration within the bounds. Where a rounding puts the lower bound above
	 * the upper one the upper one holds.
	 * @param nanos any duration
	 * @return one within the bounds
	 */
	public long nearest(long nanos) {
		return Math.min(Math.max(nanos, this.leastNanos), this.mostNanos);
	}

}
