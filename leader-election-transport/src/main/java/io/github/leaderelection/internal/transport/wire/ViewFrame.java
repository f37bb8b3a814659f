package io.github.leaderelection.internal.transport.wire;

import io.github.leaderelection.internal.view.GroupView;

/**
 * A frame of a member to an observer, which does not answer it.
 */
public sealed interface ViewFrame {

	/**
	 * A group has changed, or the observer has just been linked.
	 *
	 * @param view the group as the member sees it
	 */
	record Shown(GroupView view) implements ViewFrame {
	}

	/**
	 * Nothing has changed, but the link is alive.
	 */
	record Alive(long number) implements ViewFrame {
	}

}
