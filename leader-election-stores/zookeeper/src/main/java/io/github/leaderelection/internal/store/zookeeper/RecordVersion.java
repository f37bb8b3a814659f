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
 * @param count ZooKeeper's version of the data
 * @param stamp the random part
 */
record RecordVersion(int count, String stamp) {

	/** No node has so many writes. */
	private static final int NEVER = Integer.MAX_VALUE;

	static RecordVersion first(long stamp) {
		return new RecordVersion(0, Long.toHexString(stamp));
	}

	/** What is no version is one that no record ever has. */
	static RecordVersion parse(String text) {
		int end = text.indexOf('-');
		try {
			return new RecordVersion(Integer.parseInt(text.substring(0, Math.max(end, 0))), text.substring(end + 1));
		}
		catch (NumberFormatException ex) {
			return new RecordVersion(NEVER, "none-" + URLEncoder.encode(text, StandardCharsets.UTF_8));
		}
	}

	RecordVersion next(long stamp) {
		return new RecordVersion(this.count + 1, Long.toHexString(stamp));
	}

	@Override
	public String toString() {
		return this.count + "-" + this.stamp;
	}

}
