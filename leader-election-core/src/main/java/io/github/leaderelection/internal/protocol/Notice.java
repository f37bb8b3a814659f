package io.github.leaderelection.internal.protocol;

/**
 * What a protocol reports beside its effects, for meters and the log.
 */
public enum Notice {

	/** An election this node stood in was won. */
	ELECTION_WON,

	/** An election this node stood in was not won. */
	ELECTION_LOST,

	/** Too few members would have supported this node. */
	SCOUTING_FAILED,

	/** A leader raised its term without giving up its leadership. */
	TERM_RAISED,

	/** Two leaders of one term were seen: a promise was broken. */
	CONFLICT,

	/** A member's list differs too much. */
	MEMBER_LIST_REFUSED,

	/** A message was refused because it cannot be right. */
	MESSAGE_REFUSED,

	/** A term is not believed: a wall clock is wrong, or a member is. */
	TERM_DOUBTED,

	/** The loop stood still. */
	STALLED,

	/** The ballot cannot be saved: this node is out of elections. */
	STATE_UNUSABLE,

	/** A save takes so long that this node's votes come too late. */
	STATE_SLOW,

	/** The ballot can be saved again. */
	STATE_USABLE,

	/** This node may vote from now on. */
	VOTER,

	/**
	 * The application did not tell its position in time: a candidate was refused, or
	 * nobody asked.
	 */
	POSITION_UNKNOWN,

	/** Another process leads under this node's id. */
	TWIN,

	/** Nobody has let this node into a group. */
	JOIN_FAILED,

	/** This node is in a group from now on. */
	JOINED

}
