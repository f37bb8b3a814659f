package io.github.leaderelection.internal.store;

import java.nio.charset.StandardCharsets;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.BallotStoreException;

/**
 * The owner of the ballot in a slot.
 */
record SlotOwner(String cluster, NodeId node, String group) {

	/** The longest name that fits into a slot, in bytes of UTF-8. */
	static final int MAX_NAME_BYTES = 255;

	SlotOwner {
		requireFits("cluster", cluster);
		requireFits("group", group);
	}

	private static void requireFits(String what, String name) {
		int length = name.getBytes(StandardCharsets.UTF_8).length;
		if (length == 0 || length > MAX_NAME_BYTES) {
			throw new BallotStoreException("The name of the " + what + " '" + name + "' has " + length
					+ " bytes in UTF-8, but a ballot file has room for 1 to " + MAX_NAME_BYTES
					+ ": choose another name");
		}
	}

	@Override
	public String toString() {
		return "node '" + this.node + "', group '" + this.group + "', cluster '" + this.cluster + "'";
	}

}
