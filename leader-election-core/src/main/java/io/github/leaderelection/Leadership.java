package io.github.leaderelection;

import java.time.Duration;

/**
 * One leadership of this node in a group. Methods answer for the moment of the call. Safe
 * for use from any thread; no method blocks.
 */
public interface Leadership {

	/**
	 * The group of the leadership.
	 * @return the group's name
	 */
	String group();

	/**
	 * The present term. It may rise during a leadership, unlike the fencing token.
	 * @return the term
	 */
	long term();

	/**
	 * The fencing token, higher than those of all earlier leaderships of the group.
	 * @return the term in which the leadership was won
	 */
	long fencingToken();

	/**
	 * Draws the next sequence number of this leadership.
	 * @return the next number, {@code (fencingToken, 1)} at first
	 */
	LeaderSequenceNumber nextSequence();

	/**
	 * Whether the lease of this leadership is valid now.
	 * @return false from the end of the lease on
	 */
	boolean isValid();

	/**
	 * Whether new leader-only work is refused because this node is giving up the
	 * leadership.
	 * @return true from the decision to resign, hand over or stop on
	 */
	boolean isDraining();

	/**
	 * The remaining time of the lease if it is not renewed.
	 * @return zero if the lease is not valid
	 */
	Duration remaining();

}
