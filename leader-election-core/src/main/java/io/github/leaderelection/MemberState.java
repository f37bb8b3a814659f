package io.github.leaderelection;

/**
 * What this node believes of another member.
 */
public enum MemberState {

	/** Heard within the suspicion time. */
	UP,

	/** Linked, but not heard within the suspicion time. */
	SUSPECTED,

	/** Not linked. */
	DOWN,

	/** Never heard since this node started. */
	UNKNOWN

}
