package io.github.leaderelection.spi;

import java.util.Map;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Carries messages to and from other members. The caller says which members to link; the
 * transport has no other member list. One link carries the messages of all groups.
 */
public interface PeerTransport {

	/**
	 * Starts to accept links and to report to the receiver.
	 * @param receiver hears of links and messages, on any thread
	 */
	void start(Receiver receiver);

	/**
	 * Keeps a link with a member until it is forgotten, and dials repeatedly if needed.
	 * Does not block.
	 * @param peer the member
	 */
	void connect(NodeId peer);

	/**
	 * Closes the link with a member and opens no other. Does not block.
	 * @param peer the member
	 */
	void forget(NodeId peer);

	/**
	 * Sends a message, which may be lost. Never blocks or throws. Messages to an unlinked
	 * member are dropped.
	 * @param to the member
	 * @param envelope the message
	 */
	void send(NodeId to, Envelope<?> envelope);

	/**
	 * Closes every link after its queued messages are written, within a bounded time.
	 * Later messages are dropped. The transport may be started again.
	 */
	void close();

	/**
	 * Hears of links and messages. Called from any thread. Must not block or throw.
	 */
	interface Receiver {

		/**
		 * Runs what calls the other methods, and may then handle it on the same thread,
		 * which spares waking another one. A transport need not use this. Where it does,
		 * the caller holds no lock, and nothing but this link waits for the thread.
		 * @param reports calls the other methods
		 */
		default void reporting(Runnable reports) {
			reports.run();
		}

		/**
		 * A link opened that carries the messages of all groups.
		 * @param peer the member
		 */
		default void connected(NodeId peer) {
			connected(peer, Map.of());
		}

		/**
		 * A link opened. It does not carry the messages of some groups, for the two nodes
		 * hold their elections by different rules.
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
		 * A process in which a member ran has ended for certain. A process that merely
		 * stands still or cannot be reached has not.
		 * @param peer the member
		 * @param incarnations the starts of its elections in that process, as its
		 * messages name them, by the group's name
		 */
		default void ended(NodeId peer, Map<String, Long> incarnations) {
		}

		/**
		 * Others may take this process for ended although it runs. Leadership ends at
		 * once, and begins only after a restart.
		 * @param reason why, and the remedy
		 */
		default void takenForEnded(String reason) {
		}

		/**
		 * A message arrived. Its sender is authenticated.
		 * @param envelope the message, of the type of its group's algorithm
		 */
		void received(Envelope<? extends ElectionMessage> envelope);

		/**
		 * A link was refused, and operators should know: another process uses a member's
		 * id, for instance.
		 * @param peer the other member as far as it is known, or null for a stranger;
		 * never this node
		 * @param reason the reason and the remedy; names the address of a stranger
		 */
		void refused(@Nullable NodeId peer, String reason);

	}

}
