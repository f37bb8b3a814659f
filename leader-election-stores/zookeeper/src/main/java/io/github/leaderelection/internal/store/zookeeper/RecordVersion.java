package io.github.leaderelection.internal.store.zookeeper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A version of a record. ZooKeeper counts the writes to a node, and begins anew with a
 * node that was deleted and made again, or restored from a copy. So each version has a
 * random part besides, which is the name of a node: every write deletes the node of the
 * version that it read, which the server refuses if there is none, and makes that of its
 * own.
 *
 * @param count ZooKeeper's version of the data, negative after 2^31 writes
 */
record RecordVersion(int count, String stamp) {

	/** Goes with a stamp that no node has. */
	private static final int NEVER = Integer.MAX_VALUE;

	/** ZooKeeper takes -1 for any version, and so leaves it out. */
	private static final int BEFORE_ZERO = -2;

	static RecordVersion first(long stamp) {
		return new RecordVersion(0, Long.toHexString(stamp));
	}

	/** Of data that no node wrote so. No node is called so, unless it is taken. */
	static String foreignStamp(long write) {
		return "none" + Long.toHexString(write);
	}

	/** What is no version is one that no record ever has. */
	static RecordVersion parse(String text) {
		// A sign may come first.
		int end = text.indexOf('-', 1);
		try {
			return new RecordVersion(Integer.parseInt(text.substring(0, Math.max(end, 0))), text.substring(end + 1));
		}
		catch (NumberFormatException ex) {
			return new RecordVersion(NEVER, "none-" + URLEncoder.encode(text, StandardCharsets.UTF_8));
		}
	}

	RecordVersion next(long stamp) {
		int next = (this.count == BEFORE_ZERO) ? 0 : this.count + 1;
		return new RecordVersion(next, Long.toHexString(stamp));
	}

	@Override
	public String toString() {
		return this.count + "-" + this.stamp;
	}

}
