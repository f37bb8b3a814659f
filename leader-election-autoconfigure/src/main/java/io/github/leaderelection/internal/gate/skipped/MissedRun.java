package io.github.leaderelection.internal.gate.skipped;

/**
 * The reason why no node took a scheduled run. The names are meter tags and must not
 * change.
 */
public enum MissedRun {

	/** No node led. */
	NO_LEADER,

	/** This node led, but was draining. */
	DRAINING,

	/** This node cannot know whether a leader took the run. */
	UNKNOWN

}
