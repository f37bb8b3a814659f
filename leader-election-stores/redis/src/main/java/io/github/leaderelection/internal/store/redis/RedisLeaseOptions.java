package io.github.leaderelection.internal.store.redis;

import java.time.Duration;

/**
 * The options of leases in Redis.
 *
 * @param keyPrefix the prefix of all keys and channels
 * @param waitReplicas number of replicas that must confirm each write; 0 for none
 * @param waitTimeout how long a write waits for its replicas; positive
 */
public record RedisLeaseOptions(String keyPrefix, int waitReplicas, Duration waitTimeout) {

	/** The part of a request's time for its replicas. */
	private static final double REPLICAS_SHARE = 0.6;

	/** Limits the wait for replicas to a part of a request's deadline. */
	RedisLeaseOptions within(Duration deadline) {
		Duration most = Duration.ofMillis((long) (deadline.toMillis() * REPLICAS_SHARE) + 1);
		return (most.compareTo(this.waitTimeout) < 0) ? new RedisLeaseOptions(this.keyPrefix, this.waitReplicas, most)
				: this;
	}

}
