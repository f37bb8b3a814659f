package io.github.leaderelection.simulator.explorer.node;

/**
 * What may happen to a node. With its argument it is an action of the search.
 */
public enum Action {

	/** It starts. */
	START,
	/** It starts, its state lost. */
	START_LOST,
	/** It crashes between two events. */
	CRASH,
	/** Its ballot is saved. */
	SAVED,
	/** It scouts, and is answered. */
	SCOUT,
	/** A message arrives. */
	ARRIVAL,
	/** A cession arrives from a leader that was heard a moment before. */
	HAND_OVER,
	/** A timer fires. */
	TIMER,
	/** It leads and beats, but has not heard a quorum for the suspicion time. */
	UNBACKED,
	/**
	 * It could not ask a quorum, and goes by its wall clock, which is above all terms.
	 */
	WALL_CLOCK,
	/** Its clock moves. */
	TIME,
	/** Its link to a member breaks and opens again. */
	BREAK,
	/** It learns that a process of a member has ended. */
	LEARN_END,
	/** It is asked to resign. */
	RESIGN,
	/** Its nomination makes it give way. */
	GIVE_WAY,
	/** Its nomination makes it hand over to a member. */
	TRANSFER,
	/** Its nomination refuses what a message asks, which it never sees. */
	REFUSE;

	private static final int ARGUMENT_BITS = 26;

	/**
	 * This and what it is done with, as one number.
	 * @param argument the message, timer, term, rate, member or start
	 */
	int with(int argument) {
		return ordinal() << ARGUMENT_BITS | argument;
	}

}
