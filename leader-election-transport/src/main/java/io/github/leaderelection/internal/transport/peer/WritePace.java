package io.github.leaderelection.internal.transport.peer;

/**
 * When the next message may be written to one member: at once while few are, and at a
 * steady pace once many were in a row, so that what many groups say goes together. Pure;
 * used by one thread at a time.
 */
final class WritePace {

	/** So many may be written in a row. */
	static final int AT_ONCE = 64;

	/** Then one in so many nanoseconds. */
	static final long PAUSE_NANOS = 4_000_000;

	/** When all that was written would have been written at the steady pace. */
	private long paidNanos;

	private boolean begun;

	/**
	 * How long the next message has to wait.
	 * @param now the monotonic clock
	 * @return nanoseconds; none if it may be written now, and then counts as written
	 */
	long take(long now) {
		if (!this.begun || this.paidNanos - now < 0) {
			this.begun = true;
			this.paidNanos = now;
		}
		long wait = this.paidNanos - now - (AT_ONCE - 1) * PAUSE_NANOS;
		if (wait > 0) {
			return wait;
		}
		this.paidNanos += PAUSE_NANOS;
		return 0;
	}

}
