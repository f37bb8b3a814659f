package io.github.leaderelection.internal.observer;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Decides how long an observer stays with a member that knows no leader. The time grows
 * with each such member, for the whole cluster may have no leader. Used by one thread.
 */
final class MemberPatience {

	/** A member that knows no leader for so long may be cut off from the others. */
	private static final long FIRST_NANOS = 10_000_000_000L;

	/** The limit of the time, which spares a cluster that has no leader at all. */
	private static final long LAST_NANOS = 300_000_000_000L;

	private final LongUnaryOperator draw;

	private long nanos = FIRST_NANOS;

	private long drawn;

	/** Since when no leader is known on this link. */
	private @Nullable Long leaderlessNanos;

	/** Draws times at random, for all observers of a cluster lose its leader at once. */
	MemberPatience() {
		this((nanos) -> ThreadLocalRandom.current().nextLong(nanos, 2 * nanos));
	}

	/**
	 * Creates a patience that has not waited yet.
	 * @param draw makes the time to wait from the least time
	 */
	MemberPatience(LongUnaryOperator draw) {
		this.draw = draw;
		this.drawn = draw.applyAsLong(this.nanos);
	}

	/** Begins anew with another member. */
	void begin() {
		this.leaderlessNanos = null;
	}

	/**
	 * Checks whether the member knows a leader.
	 * @return whether the observer should move to another member
	 */
	boolean ends(boolean leaderIsKnown, long now) {
		if (leaderIsKnown) {
			this.leaderlessNanos = null;
			waitFor(FIRST_NANOS);
			return false;
		}
		Long since = this.leaderlessNanos;
		if (since == null) {
			this.leaderlessNanos = now;
			return false;
		}
		if (now - since <= this.drawn) {
			return false;
		}
		this.leaderlessNanos = now;
		waitFor(Math.min(2 * this.nanos, LAST_NANOS));
		return true;
	}

	private void waitFor(long least) {
		if (this.nanos != least) {
			this.nanos = least;
			this.drawn = this.draw.applyAsLong(least);
		}
	}

}
