package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.recordcodec.Added;
import org.jspecify.annotations.Nullable;

/**
 * A frame that two nodes exchange on a new connection before any message. The dialler
 * opens, and the other node proves that it knows the secret. From then on everything is
 * sealed. Each node names its id, the dialler first.
 */
public sealed interface HandshakeFrame {

	/** The length of nonces and proofs in bytes. */
	int BYTES = 32;

	/**
	 * The first frame of the dialler. Reveals nothing about the dialler.
	 *
	 * @param nonce drawn anew for each connection, 64 hexadecimal digits
	 */
	record Opening(String nonce) implements HandshakeFrame {

		public Opening {
			HexDigits.require(nonce);
		}

	}

	/**
	 * Proves that the dialled side knows the secret. Reveals nothing else about it.
	 *
	 * @param nonce drawn anew for each connection, 64 hexadecimal digits
	 * @param mac a keyed hash over both nonces, 64 hexadecimal digits
	 * @param present the same hash by the present secret, 64 hexadecimal digits, while
	 * the cluster changes its secret; then {@code mac} is by the previous one; otherwise
	 * null
	 */
	record Challenge(String nonce, String mac, @Added @Nullable String present) implements HandshakeFrame {

		public Challenge {
			HexDigits.require(nonce);
			HexDigits.require(mac);
			if (present != null) {
				HexDigits.require(present);
			}
		}

		/** Proves one secret. */
		public Challenge(String nonce, String mac) {
			this(nonce, mac, null);
		}

	}

	/**
	 * Identifies the sender, a member.
	 *
	 * @param dialled the member it dialled, or null if it was dialled
	 * @param rules the election rules of its groups
	 * @param application the base URL of its application, empty if it has none; null if
	 * members reach the node at the same URL
	 * @param alive the port on which its process listens until it ends; null if it has
	 * none
	 */
	record Hello(String cluster, NodeId node, long incarnation, List<NodeId> members, @Nullable NodeId dialled,
			List<GroupRules> rules, @Added @Nullable String application,
			@Added @Nullable Integer alive) implements HandshakeFrame {

		public Hello {
			members = List.copyOf(members);
			rules = List.copyOf(rules);
		}

		/** Creates a greeting of a node whose application has the URL of the node. */
		public Hello(String cluster, NodeId node, long incarnation, List<NodeId> members, @Nullable NodeId dialled,
				List<GroupRules> rules) {
			this(cluster, node, incarnation, members, dialled, rules, null);
		}

		/** Creates a greeting of a process without a listener for crash detection. */
		public Hello(String cluster, NodeId node, long incarnation, List<NodeId> members, @Nullable NodeId dialled,
				List<GroupRules> rules, @Nullable String application) {
			this(cluster, node, incarnation, members, dialled, rules, application, null);
		}

	}

	/**
	 * Groups whose elections are held by the same rules.
	 *
	 * @param rules the algorithm and, where it has one, the minimum size
	 * @param groups their names; empty for all groups that are not named elsewhere
	 */
	record GroupRules(String rules, List<String> groups) {

		public GroupRules {
			groups = List.copyOf(groups);
		}

	}

}
