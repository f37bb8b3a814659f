package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.TimeUnit;

/**
 * Whether a member answers when it is asked, and how long that takes. Knows no clock;
 * used under a lock.
 */
final class Echo {

	/** Nobody is given up sooner. */
	private static final long LEAST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** A slow answer is remembered for some time: each newer one weighs an eighth. */
	private static final int MEMORY = 8;

	/** How much slower than the slowest answer known the next one may be. */
	private static final int MARGIN = 8;

	private long number;

	private boolean asked;

	private long askedNanos;

	private boolean unanswered;

	private long unansweredSinceNanos;

	private long slowestNanos;

	/**
	 * Asks.
	 * @return the number of the question
	 */
	long ask(long now) {
		if (!this.unanswered) {
			this.unanswered = true;
			this.unansweredSinceNanos = now;
		}
		this.asked = true;
		this.askedNanos = now;
		return ++this.number;
	}

	/**
	 * An answer came; one to no question of this node counts for nothing.
	 */
	void answered(long question, long now) {
		if (question == this.number && this.unanswered) {
			this.unanswered = false;
			long took = now - this.askedNanos;
			this.slowestNanos = Math.max(took, this.slowestNanos - this.slowestNanos / MEMORY);
		}
		else if (question > 0 && question < this.number && this.unanswered) {
			this.unansweredSinceNanos = this.askedNanos;
		}
	}

	/** Another connection: what was asked on the one before is not held against it. */
	void begin() {
		this.asked = false;
		this.unanswered = false;
	}

	boolean isDue(long pauseMillis, long now) {
		return !this.asked || now - this.askedNanos >= TimeUnit.MILLISECONDS.toNanos(pauseMillis);
	}

	long unansweredMillis(long now) {
		return this.unanswered ? TimeUnit.NANOSECONDS.toMillis(now - this.unansweredSinceNanos) : 0;
	}

	/**
	 * How long an answer may take before the member counts as silent, by the answers so
	 * far.
	 */
	long patienceMillis(long atMostMillis) {
		long nanos = Math.max(LEAST_PATIENCE_NANOS, MARGIN * this.slowestNanos);
		return Math.min(atMostMillis, TimeUnit.NANOSECONDS.toMillis(nanos));
	}

}
