package io.github.leaderelection.internal.health;

/**
 * The bounds of a failure detector's decisions. Earlier suspicion would be noise, later
 * suspicion would cost leases.
 *
 * @param leastNanos a member silent for less is not suspected
 * @param mostNanos a member silent for this long is suspected
 */
public record SuspicionBounds(long leastNanos, long mostNanos, long heartbeatNanos) {

	private static final double LEAST_HEARTBEATS = 2.5;

	private static final double MOST_LEASES = 0.6;

	/**
	 * The bounds of two and a half heartbeats and six tenths of a lease.
	 * @param leaseNanos the lease, at least five heartbeats
	 */
	public static SuspicionBounds of(long heartbeatNanos, long leaseNanos) {
		return new SuspicionBounds((long) (LEAST_HEARTBEATS * heartbeatNanos), (long) (MOST_LEASES * leaseNanos),
				heartbeatNanos);
	}

	/**
	 * The nearest duration within the bounds. If rounding puts the lower bound above the
	 * upper one, the upper one applies.
	 */
	public long nearest(long nanos) {
		return Math.min(Math.max(nanos, this.leastNanos), this.mostNanos);
	}

}
