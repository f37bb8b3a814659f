package io.github.leaderelection.internal.store.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.StoreClient;

/**
 * Nodes that ask for one Lease.
 */
final class Asking {

	/** The Lease of {@link StoreClient#KEY}. */
	static final String NAME = "leader-election.orders.default";

	private Asking() {
	}

	static StoreClient at(StrictApiServer server) {
		return at(server.config());
	}

	static StoreClient at(Config config) {
		return new StoreClient(new KubernetesLeaseStore(config, "shop", "leader-election", false));
	}

}
