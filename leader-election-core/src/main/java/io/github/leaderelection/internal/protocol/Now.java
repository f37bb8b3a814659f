package io.github.leaderelection.internal.protocol;

/**
 * The two clocks of a node, read together.
 *
 * @param monotonicNanos the clock that measures durations; its origin means nothing and
 * values compare by difference only
 * @param wallMillis the wall clock, in milliseconds since 1970
 */
public record Now(long monotonicNanos, long wallMillis) {

	/**
	 * Whether a deadline of the monotonic clock has come.
	 * @return true at the deadline and after it
	 */
	public boolean reached(long deadlineNanos) {
		return this.monotonicNanos - deadlineNanos >= 0;
	}

	/**
	 * The time to a deadline.
	 * @return nanoseconds, 0 once it has come
	 */
	public long until(long deadlineNanos) {
		return Math.max(0, deadlineNanos - this.monotonicNanos);
	}

}
