package io.github.leaderelection;

import java.time.Duration;

/**
 * The leadership this node holds in a group. Every method may be called from any thread
 * and answers for the instant of the call; none blocks.
 */
public interface Leadership {

	/**
	 * The group that is led.
	 * @return the group's name
	 */
	String group();

	/**
	 * The term in force. It may be raised during a leadership; the fencing token is not.
	 * @return the term
	 */
	long term();

	/**
	 * The fencing token: larger than that of every earlier leadership in the group.
	 * @return the term in which the leadership was won
	 */
	long fencingToken();

	/**
	 * Counts up within this leadership.
	 * @return the next number, {@code (fencingToken, 1)} at first
	 */
	LeaderSequenceNumber nextSequence();

	/**
	 * Whether the lease of this very leadership is valid at this instant.
	 * @return false once the lease ended, and for ever after
	 */
	boolean isValid();

	/**
	 * Whether no new leader-only work is admitted because leadership is about to be given
	 * up.
	 * @return true from the decision to resign, hand over or stop on
	 */
	boolean isDraining();

	/**
	 * The time left if nothing renews the lease.
	 * @return zero when not valid
	 */
	Duration remaining();

}
