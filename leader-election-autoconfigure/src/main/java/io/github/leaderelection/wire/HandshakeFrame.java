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
			requireHex(nonce);
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
			requireHex(mac);
		}

	}

	private static void requireHex(String text) {
		if (text.length() != 2 * BYTES) {
			throw new IllegalArgumentException(
					"Not " + 2 * BYTES + " hexadecimal digits but " + text.length() + " characters");
		}
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
				throw new IllegalArgumentException("Not a hexadecimal digit at position " + i);
			}
		}
	}

}
