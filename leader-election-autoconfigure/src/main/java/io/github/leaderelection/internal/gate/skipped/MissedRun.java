package io.github.leaderelection.internal.gate.skipped;

/**
 * Why a scheduled run was taken by nobody. The names are meter tags and must not change.
 */
public enum MissedRun {

	/** Nobody led. */
	NO_LEADER,

	/** This node led, and was giving up its leadership. */
	DRAINING,

	/** This node cannot know whether the leader took it. */
	UNKNOWN

}
