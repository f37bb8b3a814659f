package io.github.leaderelection.internal.transport.peer;

/**
 * Decides when the next message to one member may be written. A few messages go at once,
 * many in a row at a steady pace. So one write takes the messages of many groups. Has no
 * clock; used by one thread at a time.
 */
final class WritePace {

	/** The number of messages that may be written in a row. */
	static final int AT_ONCE = 64;

	/** The time between two messages at the steady pace. */
	static final long PAUSE_NANOS = 4_000_000;

	/** The time at which all messages so far would be written at the steady pace. */
	private long paidNanos;

	private boolean begun;

	/**
	 * Returns how long the next message has to wait.
	 * @param now the monotonic clock in nanoseconds
	 * @return nanoseconds; 0 if it may be written now, and it then counts as written
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

	/**
	 * Whether no message was written a moment ago; the next one then counts as written.
	 * Of many messages in a row, all but the first wait and are written together.
	 */
	boolean takeRested(long now) {
		return (!this.begun || this.paidNanos - now <= 0) && take(now) == 0;
	}

}
