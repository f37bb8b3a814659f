package io.github.leaderelection.internal.transport.wire;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;

/**
 * A frame of a request that a member holds until it has news, or of the answer.
 */
public sealed interface HeldFrame {

	/**
	 * The first line of a request.
	 */
	sealed interface Numbered extends HeldFrame {

		String cluster();

		NodeId node();

		/** 0 for the request that opens a session, then the next one each time. */
		long number();

		/** The sender and its claims, for humans. */
		String claim();

	}

	/**
	 * The request of a node that is no member.
	 *
	 * @param dialled the member that it asks
	 * @param nonce drawn anew for each session, 64 hexadecimal digits
	 */
	record Ask(String cluster, NodeId node, NodeId dialled, String nonce, long number) implements Numbered {

		public Ask {
			HexDigits.require(nonce);
		}

		@Override
		public String claim() {
			return "observer '" + this.node + "' dialled '" + this.dialled + "' of cluster '" + this.cluster + "'";
		}

	}

	/**
	 * The first line of a question about a group; the question follows it.
	 *
	 * @param nonce drawn anew for each session, 64 hexadecimal digits
	 */
	record Question(String cluster, NodeId node, String group, String nonce, long number) implements Numbered {

		public Question {
			HexDigits.require(nonce);
		}

		@Override
		public String claim() {
			return "worker '" + this.node + "' of group '" + this.group + "' of cluster '" + this.cluster + "'";
		}

	}

	/**
	 * The observer goes, and its place is free.
	 *
	 * @param session the session that it ends
	 */
	record Leave(String session) implements HeldFrame {
	}

	/**
	 * A group has changed, or the session has just begun.
	 *
	 * @param view the group as the member sees it
	 */
	record Shown(GroupView view) implements HeldFrame {
	}

	/**
	 * The value of a group has changed, or the session has just begun.
	 *
	 * @param value the newest one that the member shows
	 */
	record Kept(GroupValue value) implements HeldFrame {
	}

}
