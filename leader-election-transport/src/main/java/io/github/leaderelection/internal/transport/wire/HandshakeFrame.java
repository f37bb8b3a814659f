package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What two nodes say on a new connection before any message. The one that dialled opens,
 * the other one proves that it knows the secret; from then on all is sealed, and each
 * says who it is, the one that dialled first.
 */
public sealed interface HandshakeFrame {

	/** What is drawn or computed anew for each connection has so many bytes. */
	int BYTES = 32;

	/**
	 * What the side that dialled says first. Tells nothing of it.
	 *
	 * @param nonce drawn anew for each connection, 64 hexadecimal digits
	 */
	record Opening(String nonce) implements HandshakeFrame {

		/**
		 * Checks the form.
		 */
		public Opening {
			HexDigits.require(nonce);
		}

	}

	/**
	 * That the side that was dialled knows the secret. Tells nothing else of it.
	 *
	 * @param nonce drawn anew for each connection, 64 hexadecimal digits
	 * @param mac a keyed hash over both nonces, 64 hexadecimal digits
	 */
	record Challenge(String nonce, String mac) implements HandshakeFrame {

		/**
		 * Checks the form.
		 */
		public Challenge {
			HexDigits.require(nonce);
			HexDigits.require(mac);
		}

	}

	/**
	 * Who the sender is.
	 *
	 * @param cluster its cluster
	 * @param node its id
	 * @param incarnation drawn anew for each process
	 * @param members its member list
	 * @param dialled whom it dialled, or null if it was dialled
	 * @param rules by which it holds the elections of its groups
	 */
	record Hello(String cluster, NodeId node, long incarnation, List<NodeId> members, @Nullable NodeId dialled,
			List<GroupRules> rules) implements HandshakeFrame {

		/**
		 * Copies the lists.
		 */
		public Hello {
			members = List.copyOf(members);
			rules = List.copyOf(rules);
		}

	}

	/**
	 * Groups whose elections are held by the same rules.
	 *
	 * @param rules the algorithm and, where it has one, the minimum size
	 * @param groups their names; none for all groups that are named nowhere else
	 */
	record GroupRules(String rules, List<String> groups) {

		/**
		 * Copies the list.
		 */
		public GroupRules {
			groups = List.copyOf(groups);
		}

	}

}
