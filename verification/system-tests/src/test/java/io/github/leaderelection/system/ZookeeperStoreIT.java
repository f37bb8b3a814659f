package io.github.leaderelection.system;

/**
 * Three processes that lead by a lease in a ZooKeeper server.
 */
class ZookeeperStoreIT extends AbstractStoreIT {

	ZookeeperStoreIT() {
		super("zookeeper");
	}

}
