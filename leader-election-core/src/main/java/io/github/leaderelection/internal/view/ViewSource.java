package io.github.leaderelection.internal.view;

import java.util.Set;

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

	/**
	 * Runs a task after each change, in place of the task before.
	 * @param task must not block; any thread runs it
	 */
	void onChange(Runnable task);

}
