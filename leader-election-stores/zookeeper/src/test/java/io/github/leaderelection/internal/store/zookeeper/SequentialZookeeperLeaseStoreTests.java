package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;

import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;

/**
 * Tests for a {@link ZookeeperLeaseStore} whose clients all stand in line. Here nobody
 * lets others go first for long, so that the tests are quick.
 */
class SequentialZookeeperLeaseStoreTests extends AbstractZookeeperLeaseStore {

	@Override
	LeaseStore store(CuratorFramework client, String path) {
		return new StoreInLine(new ZookeeperLeaseStore(client, path, Recipe.SEQUENTIAL, Duration.ofMillis(1)));
	}

}
