package io.github.leaderelection.internal.store.zookeeper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A version of a record. ZooKeeper counts the writes to a node, but the count repeats in
 * a node that was created again, or restored. So each version also has a random part,
 * which names a node. Every write deletes the node of the version that was read and
 * creates its own. The server refuses the write if the former is missing.
 *
 * @param count ZooKeeper's version of the data, negative after 2^31 writes
 */
record RecordVersion(int count, String stamp) {

	/** The count of a version that no record has; its stamp names no node. */
	private static final int NEVER = Integer.MAX_VALUE;

	/** The last count before 0: ZooKeeper skips -1, which stands for any version. */
	private static final int BEFORE_ZERO = -2;

	static RecordVersion first(long stamp) {
		return new RecordVersion(0, Long.toHexString(stamp));
	}

	/** The stamp of foreign data. Only a take creates the node of this name. */
	static String foreignStamp(long write) {
		return "none" + Long.toHexString(write);
	}

	/** Parses a version. Text of another form becomes a version that no record has. */
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
