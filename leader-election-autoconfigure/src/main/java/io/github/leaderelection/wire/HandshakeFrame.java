package io.github.leaderelection.wire;

import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * What two nodes say on a new connection before any message: each greets, then each
 * proves that it knows the secret. The one that dialled speaks first.
 */
public sealed interface HandshakeFrame {

	/** What is drawn or computed anew for each connection has so many bytes. */
	int BYTES = 32;

	/**
	 * Who the sender is.
	 *
	 * @param cluster its cluster
	 * @param node its id
	 * @param incarnation drawn anew for each process
	 * @param members its member list
	 * @param nonce drawn anew for each connection, 64 hexadecimal digits
	 */
	record Hello(String cluster, NodeId node, long incarnation, List<NodeId> members,
			String nonce) implements HandshakeFrame {

		/**
		 * Checks the nonce and copies the list.
		 */
		public Hello {
			members = List.copyOf(members);
			HexDigits.require(nonce);
		}

	}

	/**
	 * That the sender knows the secret.
	 *
	 * @param mac a keyed hash over what both greeted with, 64 hexadecimal digits
	 */
	record Proof(String mac) implements HandshakeFrame {

		/**
		 * Checks the form.
		 */
		public Proof {
			HexDigits.require(mac);
		}

	}

}
