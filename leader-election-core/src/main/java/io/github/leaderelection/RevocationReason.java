package io.github.leaderelection;

/**
 * Why a leadership ended. The names are meter tags and must not change.
 */
public enum RevocationReason {

	/** The leader was asked to resign. */
	RESIGNED,

	/** Leadership was transferred to a chosen member. */
	TRANSFERRED,

	/** Leadership was handed to a member of higher priority that had returned. */
	PREEMPTED,

	/** The lease ran out: a quorum did not answer in time. */
	LEASE_EXPIRED,

	/** This node heard of a leader with a higher term, or of two leaders in one term. */
	SUPERSEDED,

	/** The application declared this node ineligible. */
	INELIGIBLE,

	/** The process or its machine was paused for longer than the lease allows. */
	STALLED,

	/** The node is stopping. */
	STOPPED

}
