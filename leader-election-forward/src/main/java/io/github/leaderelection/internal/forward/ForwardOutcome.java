package io.github.leaderelection.internal.forward;

/**
 * The outcome of a request for the leader; each request has exactly one. The names are
 * meter tags and must not change.
 */
public enum ForwardOutcome {

	/** This node leads, and its handler was called. */
	HANDLED,

	/** The leader answered, whatever its status. */
	PROXIED,

	/** The client was redirected to the URL on the leader. */
	REDIRECTED,

	/** Refused, as configured for followers. */
	UNAVAILABLE,

	/** Refused: no leader was known in time. */
	NO_LEADER,

	/** Refused: too many requests waited for a leader or were proxied. */
	CROWDED,

	/** Refused: it had already been forwarded, but to a node that does not lead. */
	ONE_HOP,

	/** Refused: the leader could not be reached. */
	UNREACHABLE,

	/** Refused: the circuit breaker of the leader is open. */
	CIRCUIT_OPEN,

	/** Refused: the leader did not answer in time. */
	TIMED_OUT,

	/** The leader's answer ended prematurely. */
	BROKEN_OFF,

	/** The client disconnected or stopped sending. */
	CLIENT_GONE;

	/** The outcome of a request that this node refuses because it does not lead. */
	static ForwardOutcome refusing(Destination destination, boolean forwarded) {
		if (forwarded) {
			return ONE_HOP;
		}
		return (destination instanceof Destination.Crowded) ? CROWDED : NO_LEADER;
	}

}
