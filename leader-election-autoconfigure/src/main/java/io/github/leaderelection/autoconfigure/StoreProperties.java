package io.github.leaderelection.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a node leads by a lease in a store, in place of an election among peers.
 *
 * @param store Where the lease is kept: 'jdbc' for the application's database,
 * 'kubernetes', 'redis', 'etcd', 'zookeeper', or 'bean' for a LeaseStore of its own.
 * Nodes elect among themselves unless set.
 * @param retryInterval Time between two looks of a node that waits for the lease, at most
 * a third of it.
 * @param assumeNew Whether a lease that is missing in the store was never there, so that
 * nobody waits for one that somebody deleted. For one start.
 */
@ConfigurationProperties("leader-election")
record StoreProperties(@Nullable String store, @DefaultValue("1s") Duration retryInterval,
		@DefaultValue("false") boolean assumeNew) {
}
