package io.github.leaderelection.internal.store.redis;

import java.time.Duration;

/**
 * How leases are kept in Redis.
 *
 * @param keyPrefix what the names of all keys and channels begin with
 * @param waitReplicas how many replicas have to confirm each write; 0 for none
 * @param waitTimeout how long that is waited for, positive
 */
public record RedisLeaseOptions(String keyPrefix, int waitReplicas, Duration waitTimeout) {

	/** A request has a sixth of the lease, and needs time for more than its replicas. */
	private static final int LEASES_PER_WAIT = 10;

	private static final Duration LEAST_LEASE = Duration.ofSeconds(1);

	Duration leastLease() {
		Duration least = (this.waitReplicas > 0) ? this.waitTimeout.multipliedBy(LEASES_PER_WAIT) : LEAST_LEASE;
		return (least.compareTo(LEAST_LEASE) > 0) ? least : LEAST_LEASE;
	}

}
