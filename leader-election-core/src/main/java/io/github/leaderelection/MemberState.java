package io.github.leaderelection;

/**
 * What this node believes of another member.
 */
public enum MemberState {

	/** Linked, and heard within the suspicion time where it has something to say. */
	UP,

	/** Missed by this node: no link, or not heard within the suspicion time. */
	SUSPECTED,

	/**
	 * Missed by a quorum, the leader among it; where members join and are removed,
	 * removed.
	 */
	DOWN,

	/** Never heard since this node started. */
	UNKNOWN

}
