package io.github.leaderelection.simulator.assignment;

/**
 * What happens to assignments in a random run, and what is done to them.
 */
public enum AssignmentCount {

	/** A leader begins to plan. */
	LEADER,

	/** An ownership begins. */
	BEGUN,

	/** A partition is owned by another application than before. */
	MOVED,

	/** An ownership drains. */
	DRAINED,

	/** An ownership ends as its lease is over. */
	EXPIRED,

	/** An ownership ends as its start stops. */
	STOPPED,

	/** A listener fails as an ownership begins, or does not return in time. */
	REFUSED,

	/** Keys are owned by another division than before. */
	OTHER_DIVISION,

	/** A listener takes long. */
	SLOW_LISTENER,

	/** A listener does not return before all is well. */
	HANGING_LISTENER,

	/** Work begins. */
	WORK,

	/** Work outlives its ownership. */
	WORK_OUTLIVED,

	/** The application gives a partition back. */
	RELEASED,

	/** An operator pins a partition. */
	PINNED,

	/** The pins that outlive leaders are told to a leader. */
	PINS_KNOWN,

	/** A source tells names. */
	LEARNED,

	/** The names change. */
	NAMES_CHANGED,

	/** A leader is asked to give up. */
	LEADER_CHANGED,

	/** A stop that gives back all before the node stops. */
	STOPPED_IN_ORDER,

	/** Starts of one group have different leases or waits. */
	MIXED_LEASES,

	/** A ping or an answer is lost. */
	MESSAGE_LOST,

	/** A ping or an answer comes late. */
	MESSAGE_LATE,

	/** A ping or an answer comes twice. */
	MESSAGE_DOUBLED,

	/** A worker is cut from the leader alone. */
	CUT,

	/** A worker hears nobody but a leader that stands still. */
	STRANDED,

	/** A ping travels as a request. */
	REQUEST,

	/** A leader answers a request. */
	REQUEST_ANSWERED,

	/** A leader ends a request without news. */
	REQUEST_IGNORED,

	/** A request meets a node that does not lead, or leads no more. */
	NOT_LEADER

}
