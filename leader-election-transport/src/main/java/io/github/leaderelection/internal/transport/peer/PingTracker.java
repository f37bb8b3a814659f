package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.TimeUnit;

/**
 * Tracks whether and how fast a member answers pings. Has no clock; used under a lock.
 */
final class PingTracker {

	/** The shortest time after which a member counts as silent. */
	private static final long LEAST_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** The slowest answer time fades by an eighth with each newer answer. */
	private static final int MEMORY = 8;

	/** The next answer may take this many times the slowest answer time. */
	private static final int MARGIN = 8;

	private long number;

	private boolean asked;

	private long askedNanos;

	private boolean unanswered;

	private long unansweredSinceNanos;

	private long slowestNanos;

	/** Counts a new ping. */
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
	 * Counts an answer; ignores one to an unknown ping.
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

	/**
	 * Starts anew on another connection; open pings of the previous one no longer count.
	 */
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
	 * How long an answer may take before the member counts as silent, judged by the
	 * answers so far.
	 */
	long patienceMillis(long atMostMillis) {
		long nanos = Math.max(LEAST_PATIENCE_NANOS, MARGIN * this.slowestNanos);
		return Math.min(atMostMillis, TimeUnit.NANOSECONDS.toMillis(nanos));
	}

}
