package io.github.leaderelection.internal.store.lease;

import io.github.leaderelection.spi.LeaseStore.Key;

/**
 * The key of a record that there never is, for requests that try rights.
 */
public final class UnusedKey {

	/** No cluster is called so. */
	public static final Key KEY = new Key("none", "none");

	private UnusedKey() {
	}

}
