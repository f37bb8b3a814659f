package io.github.leaderelection.internal.forward;

/**
 * What became of a request for the leader; each comes to exactly one. The names are tags
 * of meters and stay as they are.
 */
public enum ForwardOutcome {

	/** This node leads, and its handler was called. */
	HANDLED,

	/** The leader answered, whatever its status. */
	PROXIED,

	/** The client was told the URL on the leader. */
	REDIRECTED,

	/** Refused, for that is what followers do here. */
	UNAVAILABLE,

	/** Refused: no leader was known in time. */
	NO_LEADER,

	/** Refused: too many requests waited for a leader or were proxied. */
	CROWDED,

	/** Refused: it had been forwarded, to a node that does not lead. */
	ONE_HOP,

	/** Refused: the leader could not be reached. */
	UNREACHABLE,

	/** Refused: the circuit breaker of the leader is open. */
	CIRCUIT_OPEN,

	/** Refused: the leader did not answer in time. */
	TIMED_OUT,

	/** The leader's answer broke off after it had begun. */
	BROKEN_OFF,

	/** The client went away or stopped sending. */
	CLIENT_GONE

}
