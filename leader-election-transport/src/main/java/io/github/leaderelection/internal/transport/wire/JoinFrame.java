package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * A frame by which a node and a seed node exchange addresses. Each sends one {@link Join}
 * or {@link Known} with a {@link Seal}.
 */
public sealed interface JoinFrame {

	/** The longest URL in characters. */
	int MAX_URL = 255;

	/**
	 * Reports the address of the sender to a seed node.
	 *
	 * @param nonce drawn anew for each question, 64 hexadecimal digits
	 */
	record Join(String cluster, Address at, String nonce) implements JoinFrame {

		public Join {
			HexDigits.require(nonce);
		}

	}

	/**
	 * The addresses that a seed node knows.
	 */
	record Known(NodeId node, List<Address> addresses) implements JoinFrame {

		public Known {
			addresses = List.copyOf(addresses);
		}

	}

	/**
	 * Proves that the sender knows the secret.
	 *
	 * @param mac a keyed hash over the sealed texts, 64 hexadecimal digits
	 */
	record Seal(String mac) implements JoinFrame {

		public Seal {
			HexDigits.require(mac);
		}

	}

	/**
	 * The address of a node. The address with the highest stamp is valid.
	 *
	 * @param url the node's base URL, 1 to 255 characters
	 * @param stamp grows with each new address of the node, 0 to 2^53
	 */
	record Address(NodeId id, String url, long stamp) {

		/** Leaves room for a higher stamp within the integers of JSON. */
		private static final long MAX_STAMP = 1L << 53;

		public Address {
			if (url.isEmpty() || url.length() > MAX_URL) {
				throw new IllegalArgumentException(
						"The URL has " + url.length() + " characters instead of 1 to " + MAX_URL);
			}
			if (stamp < 0 || stamp > MAX_STAMP) {
				throw new IllegalArgumentException("The stamp " + stamp + " is not between 0 and 2^53");
			}
		}

	}

}
