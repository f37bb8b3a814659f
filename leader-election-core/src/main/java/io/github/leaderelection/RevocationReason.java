package io.github.leaderelection;

/**
 * Why a leadership ended. The names are tags of meters and stay as they are.
 */
public enum RevocationReason {

	/** The leader was asked to resign. */
	RESIGNED,

	/** Leadership was handed to a chosen member. */
	TRANSFERRED,

	/** The lease ran out: a quorum did not answer in time. */
	LEASE_EXPIRED,

	/** A leader of a higher term was heard, or two leaders of one term. */
	SUPERSEDED,

	/** The application declared this node ineligible. */
	INELIGIBLE,

	/** The process or its machine stood still for longer than the lease allows. */
	STALLED,

	/** The node is stopping. */
	STOPPED

}
