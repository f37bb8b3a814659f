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

	/** What the ticks of a wall clock may hide of a suspension. */
	public static final long LEAST_SPARE = 2 * NANOS_PER_MILLI;

	private static final long WALL_CLOCK_TICK = NANOS_PER_MILLI;

	/**
	 * How long a leader may rely on a promise of this length. It is shorter by the drift
	 * bound and by LEAST_SPARE, so that by any two clocks within the bound the lease ends
	 * before the promise.
	 * @param drift the bound on the error of a clock's rate
	 * @return nanoseconds
	 */
	public static long heldNanos(long spanNanos, double drift) {
		return (long) (spanNanos * (1 - drift) / (1 + drift)) - LEAST_SPARE;
	}

	/**
	 * How far a true wall clock may get ahead of this node's monotonic one within a lease
	 * without a suspension: by the error of its rate and by a tick. The reserve of the
	 * lease covers smaller differences.
	 * @param drift the bound on the error of a clock's rate
	 * @return nanoseconds
	 */
	public static long suspensionMargin(long heldNanos, double drift) {
		return (long) (drift * heldNanos / (1 - drift)) + WALL_CLOCK_TICK;
	}

	/**
	 * Whether the lease is valid.
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

	/** Whether the lease is valid. */
	public boolean valid(Now now) {
		return valid(now.monotonicNanos(), now.wallMillis());
	}

	/**
	 * Whether the wall clock got ahead of the monotonic one by more than the margin since
	 * the lease began to count.
	 * @return true if the machine must have been suspended
	 */
	public boolean suspended(long monotonicNanos, long wallMillis) {
		return wallElapsed(wallMillis) - (monotonicNanos - this.baseNanos) > this.marginNanos;
	}

	private long wallElapsed(long wallMillis) {
		return (wallMillis - this.baseWallMillis) * NANOS_PER_MILLI;
	}

	/**
	 * What is left of the lease by the monotonic clock.
	 * @return nanoseconds, 0 once it ended
	 */
	public long remainingNanos(long monotonicNanos) {
		return Math.max(0, this.endNanos - monotonicNanos);
	}

}
