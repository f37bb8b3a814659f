package io.github.leaderelection.internal.observer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;

/**
 * Keeps one link with some member, and with another one when it fails. Safe for use from
 * any thread.
 */
public interface MemberLink {

	/** Starts to dial, once. */
	void start(Receiver receiver);

	/**
	 * Leaves the present member for another one, if there is another. Does not block.
	 */
	void moveOn();

	/**
	 * Closes the link within a bounded time and dials no more.
	 */
	void close();

	/**
	 * Receives the events of the link, one call at a time. Must not block or throw.
	 */
	interface Receiver {

		/** A link is open. What the member shows of each group follows. */
		void linked(NodeId member);

		/** The link ended. */
		void unlinked(String why);

		/** A member could not be linked; another one is tried. */
		void failed(String why);

		/** The linked member shows a group. */
		void shown(GroupView view);

		/** The linked member shows the value of a group. */
		void kept(GroupValue value);

	}

}
