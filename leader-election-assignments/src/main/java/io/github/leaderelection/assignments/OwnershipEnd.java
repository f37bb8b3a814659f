package io.github.leaderelection.assignments;

/**
 * Why an instance owns a partition no longer.
 */
public enum OwnershipEnd {

	/** The leader took it back for another instance, or this instance gave it back. */
	MOVED,

	/** The leader was not heard in time, so another instance may own it already. */
	EXPIRED,

	/** This instance stops. */
	STOPPED,

	/** A listener failed or hung as the ownership began. */
	REFUSED,

	/** The leader does not know of this ownership. */
	SUPERSEDED

}
