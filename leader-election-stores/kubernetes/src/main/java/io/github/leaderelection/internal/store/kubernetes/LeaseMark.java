package io.github.leaderelection.internal.store.kubernetes;

import java.util.Locale;

/**
 * The parts of a record that are kept in annotations of a Lease.
 */
enum LeaseMark {

	CLUSTER, GROUP, HOLDER, INCARNATION, ATTEMPT, URL, TOKEN, DURATION_NANOS, FREE, PREFERRED, PREFERRED_NANOS, STAMP,

	/** The renewal time of the same write: other tools leave it unchanged. */
	RENEW_TIME;

	static final String DOMAIN = "leaderelection.github.io/";

	/** The label by which the leases of a cluster are listed. */
	static final String CLUSTER_LABEL = DOMAIN + "cluster";

	private final String key = DOMAIN + name().toLowerCase(Locale.ROOT).replace('_', '-');

	String key() {
		return this.key;
	}

}
