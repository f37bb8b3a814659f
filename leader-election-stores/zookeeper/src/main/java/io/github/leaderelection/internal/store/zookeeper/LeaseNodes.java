package io.github.leaderelection.internal.store.zookeeper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The nodes of one lease.
 *
 * @param record path of the node whose data is the record; parent of the other nodes
 */
record LeaseNodes(String record) {

	/** Encodes names with any characters; different names stay different. */
	static LeaseNodes of(String path, Key key) {
		return new LeaseNodes(path + "/" + name(key.cluster()) + "/" + name(key.group()));
	}

	/** The node of a value; no encoded name of a cluster is that of the first one. */
	static LeaseNodes ofValue(String path, Key key) {
		return of(path + "/%value", key);
	}

	private static String name(String text) {
		String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
		return (text.equals(".") || text.equals("..")) ? encoded.replace(".", "%2E") : encoded;
	}

	/** The path of a node that exists as long as the record has this version. */
	String version(RecordVersion version) {
		return this.record + "/version-" + version.stamp();
	}

	/** The path of a node that is written to after each release. */
	String released() {
		return this.record + "/released";
	}

	/** The paths of the nodes above the record, the outermost first. */
	List<String> parents() {
		List<String> parents = new ArrayList<>();
		for (int slash = this.record.indexOf('/', 1); slash > 0; slash = this.record.indexOf('/', slash + 1)) {
			parents.add(this.record.substring(0, slash));
		}
		return parents;
	}

}
