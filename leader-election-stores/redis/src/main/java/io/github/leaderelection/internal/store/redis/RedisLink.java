package io.github.leaderelection.internal.store.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;

/**
 * A connection to Redis, or the connections to the masters of a cluster. Used until a
 * request fails.
 *
 * @param master finds the connection to the master of a key, which follows no
 * redirection. The wait for replicas must use the connection of the write
 */
record RedisLink(StatefulConnection<String, String> whole,
		Function<String, CompletionStage<StatefulRedisConnection<String, String>>> master) {

	static RedisLink of(StatefulRedisConnection<String, String> connection) {
		return new RedisLink(connection, (key) -> CompletableFuture.completedStage(connection));
	}

	static RedisLink of(StatefulRedisClusterConnection<String, String> connection) {
		return new RedisLink(connection, (key) -> {
			RedisClusterNode node = connection.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
			return (node != null) ? connection.getConnectionAsync(node.getNodeId())
					: CompletableFuture.failedStage(new RedisException("No master of the cluster keeps '" + key + "'"));
		});
	}

	boolean isOpen() {
		return this.whole.isOpen();
	}

	CompletableFuture<Void> close() {
		return this.whole.closeAsync();
	}

}
