package io.github.leaderelection.internal.store.zookeeper;

import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;

/**
 * Tests for a {@link ZookeeperLeaseStore} in which whoever writes first has the lease.
 */
class FirstZookeeperLeaseStoreTests extends AbstractZookeeperLeaseStore {

	@Override
	LeaseStore store(CuratorFramework client, String path) {
		return new ZookeeperLeaseStore(client, path, Recipe.FIRST);
	}

}
