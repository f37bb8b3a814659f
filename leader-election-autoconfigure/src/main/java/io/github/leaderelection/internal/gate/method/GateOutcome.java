package io.github.leaderelection.internal.gate.method;

/**
 * The outcome of a call of a leader-only method. The names are meter tags and must not
 * change.
 */
public enum GateOutcome {

	/** The call ran. */
	ADMITTED,

	/** The call was skipped with a null or empty result. */
	SKIPPED,

	/** The call was refused with an exception. */
	REFUSED,

	/** The fallback ran instead. */
	FELL_BACK

}
