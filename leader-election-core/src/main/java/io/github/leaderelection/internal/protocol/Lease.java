package io.github.leaderelection.internal.protocol;

/**
 * The span of time in which a leadership is valid, with what is needed to see that a
 * machine was suspended meanwhile: the monotonic clock stands still then, the wall clock
 * does not.
 *
 * @param baseNanos the monotonic clock when the lease began to count
 * @param baseWallMillis the wall clock at that same moment
 * @param endNanos the monotonic clock when the lease ends
 * @param marginNanos how far the wall clock may get ahead of the monotonic one
 */
public record Lease(long baseNanos, long baseWallMillis, long endNanos, long marginNanos) {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private static final long WALL_CLOCK_TICK = NANOS_PER_MILLI;

	/**
	 * Whether the lease is valid.
	 * @param monotonicNanos the monotonic clock
	 * @param wallMillis the wall clock
	 * @return true before its end, unless the wall clock got ahead by more than the
	 * margin, or has itself gone through the whole lease
	 */
	public boolean valid(long monotonicNanos, long wallMillis) {
		return monotonicNanos - this.endNanos < 0 && !suspended(monotonicNanos, wallMillis)
				&& !outlivedByWallClock(wallMillis);
	}

	/**
	 * Both clocks may be slow: then a short suspension stays within the margin, and only
	 * the wall clock, which went on, still measures the lease.
	 */
	private boolean outlivedByWallClock(long wallMillis) {
		return wallElapsed(wallMillis) - (this.endNanos - this.baseNanos) > WALL_CLOCK_TICK;
	}

	/**
	 * Whether the lease is valid.
	 * @param now both clocks
	 * @return see {@link #valid(long, long)}
	 */
	public boolean valid(Now now) {
		return valid(now.monotonicNanos(), now.wallMillis());
	}

	/**
	 * Whether the wall clock got ahead of the monotonic one by more than the margin since
	 * the lease began to count.
	 * @param monotonicNanos the monotonic clock
	 * @param wallMillis the wall clock
	 * @return true if the machine must have been suspended
	 */
	public boolean suspended(long monotonicNanos, long wallMillis) {
		return wallElapsed(wallMillis) - (monotonicNanos - this.baseNanos) > this.marginNanos;
	}

	/**
	 * The canonical form, which counts from now.
	 * @param writer takes what tells leases apart
	 * @return a lease that ends at the same moment
	 */
	public Lease canonical(CanonicalWriter writer) {
		return new Lease(0, 0, writer.deadline(this.endNanos), writer.fact(this.marginNanos));
	}

	private long wallElapsed(long wallMillis) {
		return (wallMillis - this.baseWallMillis) * NANOS_PER_MILLI;
	}

	/**
	 * What is left of the lease by the monotonic clock.
	 * @param monotonicNanos the monotonic clock
	 * @return nanoseconds, 0 once it ended
	 */
	public long remainingNanos(long monotonicNanos) {
		return Math.max(0, this.endNanos - monotonicNanos);
	}

}
