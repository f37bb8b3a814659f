package io.github.leaderelection;

/**
 * The state of another member as this node sees it.
 */
public enum MemberState {

	/**
	 * Linked, and heard within the suspicion time if it is expected to send. With a lease
	 * in a store: it holds the lease, or the store shows that it is there.
	 */
	UP,

	/** Missed by this node: not linked, or not heard within the suspicion time. */
	SUSPECTED,

	/**
	 * Missed by a quorum that includes the leader; or removed, in elections where members
	 * join and are removed.
	 */
	DOWN,

	/**
	 * Never heard since this node started. With a lease in a store: it held the lease
	 * when the store answered last.
	 */
	UNKNOWN

}
