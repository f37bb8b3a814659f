package io.github.leaderelection.system;

/**
 * Three processes that lead by a lease in a Redis server.
 */
class RedisStoreIT extends AbstractStoreIT {

	RedisStoreIT() {
		super("redis");
	}

}
