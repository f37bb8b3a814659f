package io.github.leaderelection.system;

import io.github.leaderelection.system.store.StoreServers;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/**
 * Three processes that lead by a lease in an etcd server, where there is one.
 */
class EtcdStoreIT extends AbstractStoreIT {

	EtcdStoreIT() {
		super("etcd");
	}

	@BeforeAll
	@Override
	void start() {
		Assumptions.assumeTrue(StoreServers.etcd() != null, "etcd is not installed: apt-get install etcd-server");
		super.start();
	}

}
