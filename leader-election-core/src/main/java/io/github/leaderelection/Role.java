package io.github.leaderelection;

/**
 * The role of a node in a group (BlazingMQ's elector state machine).
 */
public enum Role {

	/** Neither leads nor proposes an election. */
	FOLLOWER,

	/** Has proposed an election that is still undecided. */
	CANDIDATE,

	/** Leads. */
	LEADER

}
