package io.github.leaderelection;

/**
 * The state of another member as this node sees it.
 */
public enum MemberState {

	/** Linked, and heard within the suspicion time if it is expected to send. */
	UP,

	/** Missed by this node: not linked, or not heard within the suspicion time. */
	SUSPECTED,

	/**
	 * Missed by a quorum that includes the leader; or removed, in elections where members
	 * join and are removed.
	 */
	DOWN,

	/** Never heard since this node started. */
	UNKNOWN

}
