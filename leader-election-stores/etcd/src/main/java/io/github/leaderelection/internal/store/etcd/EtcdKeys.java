package io.github.leaderelection.internal.store.etcd;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.etcd.jetcd.ByteSequence;
import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The keys of records in etcd: prefix, cluster, group. Names are URL-encoded, so that no
 * two records have the same key.
 */
record EtcdKeys(String prefix) {

	ByteSequence record(Key key) {
		return bytes(this.prefix + encoded(key.cluster()) + "/" + encoded(key.group()));
	}

	/** The key of a value, which no watch of records sees: no encoded name has a %v. */
	ByteSequence value(Key key) {
		return bytes(this.prefix + "%value/" + encoded(key.cluster()) + "/" + encoded(key.group()));
	}

	/** The common prefix of the keys of a cluster's records. */
	ByteSequence cluster(String cluster) {
		return bytes(this.prefix + encoded(cluster) + "/");
	}

	private static String encoded(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

	static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

}
