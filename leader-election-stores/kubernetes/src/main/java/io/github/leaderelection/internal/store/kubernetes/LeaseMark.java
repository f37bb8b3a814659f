package io.github.leaderelection.internal.store.kubernetes;

import java.util.Locale;

/**
 * What a Lease of Kubernetes has no field for, and stands in its annotations.
 */
enum LeaseMark {

	CLUSTER, GROUP, HOLDER, INCARNATION, ATTEMPT, URL, TOKEN, DURATION_NANOS, FREE, PREFERRED, PREFERRED_NANOS, STAMP,

	/** The renewal time that was written along: whoever writes another leaves this. */
	RENEW_TIME;

	static final String DOMAIN = "leaderelection.github.io/";

	/** The label by which the leases of a cluster are listed. */
	static final String CLUSTER_LABEL = DOMAIN + "cluster";

	private final String key = DOMAIN + name().toLowerCase(Locale.ROOT).replace('_', '-');

	String key() {
		return this.key;
	}

}
