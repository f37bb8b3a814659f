package io.github.leaderelection.internal.store.redis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The names of keys. Only the part in braces decides the slot of a key in a Redis
 * Cluster. The channel of releases has the same name.
 */
record LeaseKeys(String prefix) {

	String name(Key key) {
		return this.prefix + '{' + encoded(key.cluster()) + '/' + encoded(key.group()) + '}';
	}

	/**
	 * The name of a value, in the slot of its record; names of records end by a brace.
	 */
	String value(Key key) {
		return name(key) + "value";
	}

	/** Encodes a name, which may itself have a slash or braces. */
	private static String encoded(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

}
