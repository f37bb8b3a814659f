package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * What a node and a seed node tell each other of addresses. Each says one {@link Join} or
 * {@link Known} and proves it.
 */
public sealed interface JoinFrame {

	/** A URL has no more characters. */
	int MAX_URL = 255;

	/**
	 * Where the sender is reached.
	 *
	 * @param cluster its cluster
	 * @param at its id and URL
	 * @param nonce drawn anew for each question, 64 hexadecimal digits
	 */
	record Join(String cluster, Address at, String nonce) implements JoinFrame {

		/**
		 * Checks the nonce.
		 */
		public Join {
			HexDigits.require(nonce);
		}

	}

	/**
	 * The addresses that a seed node knows.
	 *
	 * @param node its id
	 * @param addresses its own and those of others
	 */
	record Known(NodeId node, List<Address> addresses) implements JoinFrame {

		/**
		 * Copies the list.
		 */
		public Known {
			addresses = List.copyOf(addresses);
		}

	}

	/**
	 * That the sender knows the secret.
	 *
	 * @param mac a keyed hash over what it proves, 64 hexadecimal digits
	 */
	record Seal(String mac) implements JoinFrame {

		/**
		 * Checks the form.
		 */
		public Seal {
			HexDigits.require(mac);
		}

	}

	/**
	 * Where a node is reached. Of two addresses of one node the one with the higher stamp
	 * holds.
	 *
	 * @param id the node
	 * @param url its base URL, 1 to 255 characters
	 * @param stamp grows with each address of the node, 0 to 2^53
	 */
	record Address(NodeId id, String url, long stamp) {

		/** So that there is always a higher one that fits into a number of JSON. */
		private static final long MAX_STAMP = 1L << 53;

		/**
		 * Checks the bounds.
		 */
		public Address {
			if (url.isEmpty() || url.length() > MAX_URL) {
				throw new IllegalArgumentException("A URL of " + url.length() + " characters, not 1 to " + MAX_URL);
			}
			if (stamp < 0 || stamp > MAX_STAMP) {
				throw new IllegalArgumentException("The stamp " + stamp + " is not between 0 and 2^53");
			}
		}

	}

}
