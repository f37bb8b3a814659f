package io.github.leaderelection.internal.transport.peer;

/**
 * Decides when the next message to one member may be written. A few go at once, and many
 * in a row at a steady pace. So one write takes the messages of many groups. Has no
 * clock; used by one thread at a time.
 */
final class WritePace {

	/** This many may be written in a row. */
	static final int AT_ONCE = 64;

	/** The steady pace is one in this time. */
	static final long PAUSE_NANOS = 4_000_000;

	/** When everything so far would have been written at the steady pace. */
	private long paidNanos;

	private boolean begun;

	/**
	 * How long the next message has to wait.
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
	 * Whether a message comes alone: none was written a moment ago. It then counts as
	 * written. Of many in a row each but the first waits for others, to be written with
	 * them.
	 */
	boolean takeRested(long now) {
		return (!this.begun || this.paidNanos - now <= 0) && take(now) == 0;
	}

}
