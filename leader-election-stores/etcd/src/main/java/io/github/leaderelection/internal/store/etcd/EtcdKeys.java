package io.github.leaderelection.internal.store.etcd;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.etcd.jetcd.ByteSequence;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseStore.Key;
import org.jspecify.annotations.Nullable;

/**
 * Where records stand in etcd: prefix, cluster, group. Names are encoded as in a URL, so
 * that no two have the same key.
 */
record EtcdKeys(String prefix) {

	private static final String PRESENT = "/present/";

	ByteSequence record(Key key) {
		return bytes(text(key));
	}

	/** What the keys of all records of a cluster begin with, and of all who are there. */
	ByteSequence cluster(String cluster) {
		return bytes(this.prefix + encoded(cluster) + "/");
	}

	/** What says that a process is there, and by which node it takes part. */
	ByteSequence present(Key key, String process, @Nullable NodeId node) {
		return bytes(text(key) + PRESENT + process + ((node != null) ? "/" + encoded(node.value()) : ""));
	}

	/** What the key of a process begins with, below the prefix of the cluster. */
	static String present(String group, String process) {
		return group + PRESENT + process;
	}

	/**
	 * The node of a process that is there.
	 * @param below the key of the process, below the prefix of the cluster
	 * @return null if it names none, or it is no key of a process of this group
	 */
	static @Nullable NodeId node(String group, String below) {
		String present = group + PRESENT;
		int end = below.indexOf('/', present.length());
		if (!below.startsWith(present) || end < 0) {
			return null;
		}
		try {
			return NodeId.of(URLDecoder.decode(below.substring(end + 1), StandardCharsets.UTF_8));
		}
		catch (IllegalArgumentException ex) {
			// somebody else's key
			return null;
		}
	}

	/** Of a key of this cluster the part after its prefix: a group, or who is there. */
	static String below(ByteSequence cluster, ByteSequence found) {
		return found.substring(cluster.size()).toString(StandardCharsets.UTF_8);
	}

	static String group(Key key) {
		return encoded(key.group());
	}

	private String text(Key key) {
		return this.prefix + encoded(key.cluster()) + "/" + encoded(key.group());
	}

	private static String encoded(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

	static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

}
