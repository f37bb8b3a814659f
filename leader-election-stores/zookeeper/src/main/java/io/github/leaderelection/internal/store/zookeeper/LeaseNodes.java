package io.github.leaderelection.internal.store.zookeeper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The nodes of one lease.
 *
 * @param record has the record as its data, and all others as its children
 */
record LeaseNodes(String record) {

	/** Names with any character become names of nodes, different ones different. */
	static LeaseNodes of(String path, Key key) {
		return new LeaseNodes(path + "/" + name(key.cluster()) + "/" + name(key.group()));
	}

	private static String name(String text) {
		String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8);
		return (text.equals(".") || text.equals("..")) ? encoded.replace(".", "%2E") : encoded;
	}

	/** Is there as long as the record has this version. */
	String version(RecordVersion version) {
		return this.record + "/version-" + version.stamp();
	}

	/** Is written to after each release. */
	String released() {
		return this.record + "/released";
	}

	/** What must be there before the record, the outermost first. */
	List<String> parents() {
		List<String> parents = new ArrayList<>();
		for (int slash = this.record.indexOf('/', 1); slash > 0; slash = this.record.indexOf('/', slash + 1)) {
			parents.add(this.record.substring(0, slash));
		}
		return parents;
	}

}
