package io.github.leaderelection.internal.store.etcd;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.etcd.jetcd.ByteSequence;
import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * Where records stand in etcd: prefix, cluster, group. Names are encoded as in a URL, so
 * that no two have the same key.
 */
record EtcdKeys(String prefix) {

	ByteSequence record(Key key) {
		return bytes(text(key));
	}

	/** What the keys of all records of a cluster begin with. */
	ByteSequence cluster(String cluster) {
		return bytes(this.prefix + encoded(cluster) + "/");
	}

	/** Of a key of this cluster the part after its prefix: a group. */
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
