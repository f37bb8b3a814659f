package io.github.leaderelection.store.redis;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How leases are kept in Redis.
 *
 * @param keyPrefix What the names of all keys and channels begin with.
 * @param waitReplicas Number of replicas that have to confirm each write of a lease, so
 * that a fail-over of Redis is less likely to lose it.
 * @param waitTimeout How long a write waits for its replicas. A tenth of the lease counts
 * at most.
 */
@ConfigurationProperties("leader-election.redis")
record RedisStoreProperties(@DefaultValue("leader-election:") String keyPrefix, @DefaultValue("0") int waitReplicas,
		@DefaultValue("500ms") Duration waitTimeout) {
}
