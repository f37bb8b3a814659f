package io.github.leaderelection.internal.store.redis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The names of keys. The part in braces alone decides in which slot of a Redis Cluster a
 * key lies, whatever the prefix is. The channel that tells of releases has the same name.
 */
record LeaseKeys(String prefix) {

	String name(Key key) {
		return this.prefix + '{' + encoded(key.cluster()) + '/' + encoded(key.group()) + '}';
	}

	/** Names may have a slash or braces themselves. */
	private static String encoded(String name) {
		return URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

}
