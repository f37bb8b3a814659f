package io.github.leaderelection.spi;

import java.util.Map;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages to and from other members. It is told whom to link and never reads the
 * member list from anywhere else. One link carries the messages of every group.
 */
public interface PeerTransport {

	/**
	 * Begins to accept links and to report to the receiver.
	 * @param receiver told of links and messages, from any thread
	 */
	void start(Receiver receiver);

	/**
	 * Keeps a link to a member until it is forgotten: dials, and dials again. Does not
	 * block.
	 * @param peer the member
	 */
	void connect(NodeId peer);

	/**
	 * Closes the link to a member and keeps none. Does not block.
	 * @param peer the member
	 */
	void forget(NodeId peer);

	/**
	 * Sends a message, or loses it. Never blocks and never throws: messages to a member
	 * that is not linked are dropped.
	 * @param to the member
	 * @param envelope the message
	 */
	void send(NodeId to, Envelope<?> envelope);

	/**
	 * Closes every link after what was sent has left, bounded. Further messages are
	 * dropped. May be started again.
	 */
	void close();

	/**
	 * Hears of links and messages. Its methods may be called from any thread, do not
	 * block, and do not throw.
	 */
	interface Receiver {

		/**
		 * A link opened on which the messages of every group are carried.
		 * @param peer the member
		 */
		default void connected(NodeId peer) {
			connected(peer, Map.of());
		}

		/**
		 * A link opened. The messages of some groups are not carried on it, in neither
		 * direction, for the two nodes hold their elections by other rules.
		 * @param peer the member
		 * @param foreign those groups, by name
		 */
		void connected(NodeId peer, Map<String, ForeignRules> foreign);

		/**
		 * A link ended, or could not be opened.
		 * @param peer the member
		 * @param loss why
		 */
		void disconnected(NodeId peer, LinkLoss loss);

		/**
		 * A message arrived, from a member that was authenticated as its sender.
		 * @param envelope the message, of the type its group's algorithm uses
		 */
		void received(Envelope<? extends ElectionMessage> envelope);

		/**
		 * A link was refused in a way the operator should know: another process uses a
		 * member's id, say.
		 * @param peer the other member as far as it is known, null for a stranger; never
		 * this node
		 * @param reason why, with the remedy; says where a stranger came from
		 */
		void refused(@Nullable NodeId peer, String reason);

	}

}
