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

	/** What replicas may take of the time that a request has. */
	private static final double REPLICAS_SHARE = 0.6;

	/** The same for a request that has some time, of which its replicas take a part. */
	RedisLeaseOptions within(Duration deadline) {
		Duration most = Duration.ofMillis((long) (deadline.toMillis() * REPLICAS_SHARE) + 1);
		return (most.compareTo(this.waitTimeout) < 0) ? new RedisLeaseOptions(this.keyPrefix, this.waitReplicas, most)
				: this;
	}

}
