package io.github.leaderelection.internal.view;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Supplies a member's transport with the views for observers. Safe for use from any
 * thread; no method blocks.
 */
public interface ViewSource {

	/** Shows nothing. */
	ViewSource NONE = new NoViews();

	/** All groups. */
	Set<String> groups();

	/**
	 * Returns the present view of one group.
	 * @param group the name of one of the groups
	 */
	GroupView view(String group);

	/** Returns the value of a group that outlives its leaders, null if none is shown. */
	default @Nullable GroupValue value(String group) {
		return null;
	}

	/**
	 * Runs a task after each change, in place of the task before.
	 * @param task must not block; any thread runs it
	 */
	void onChange(Runnable task);

}
