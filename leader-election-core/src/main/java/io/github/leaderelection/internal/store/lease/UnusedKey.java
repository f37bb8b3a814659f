package io.github.leaderelection.internal.store.lease;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The key of a record that never exists, for requests that test access rights.
 */
public final class UnusedKey {

	/** No cluster has this name. */
	public static final Key KEY = new Key("none", "none");

	private UnusedKey() {
	}

}
