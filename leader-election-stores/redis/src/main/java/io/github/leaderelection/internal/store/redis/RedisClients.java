package io.github.leaderelection.internal.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Opens the store's own connections to the servers of the application's factory. Blocks
 * meanwhile.
 */
final class RedisClients implements AutoCloseable {

	private final LettuceConnectionFactory own;

	private final String place;

	private boolean hasConnected;

	RedisClients(LettuceConnectionFactory applications) {
		this.own = new LettuceConnectionFactory(configuration(applications),
				OwnClientConfiguration.of(applications.getClientConfiguration()));
		this.own.setShareNativeConnection(false);
		this.own.afterPropertiesSet();
		this.place = place(applications);
	}

	private static RedisConfiguration configuration(LettuceConnectionFactory applications) {
		RedisClusterConfiguration cluster = applications.getClusterConfiguration();
		if (cluster != null) {
			return cluster;
		}
		RedisSentinelConfiguration sentinel = applications.getSentinelConfiguration();
		if (sentinel != null) {
			return sentinel;
		}
		RedisSocketConfiguration socket = applications.getSocketConfiguration();
		return (socket != null) ? socket : applications.getStandaloneConfiguration();
	}

	private static String place(LettuceConnectionFactory applications) {
		RedisClusterConfiguration cluster = applications.getClusterConfiguration();
		if (cluster != null) {
			return "Redis Cluster at " + text(cluster.getClusterNodes());
		}
		RedisSentinelConfiguration sentinel = applications.getSentinelConfiguration();
		if (sentinel != null) {
			return "Redis by Sentinel at " + text(sentinel.getSentinels());
		}
		RedisSocketConfiguration socket = applications.getSocketConfiguration();
		return (socket != null) ? "Redis at " + socket.getSocket()
				: "Redis at " + applications.getHostName() + ":" + applications.getPort();
	}

	private static String text(Iterable<RedisNode> nodes) {
		List<String> texts = new ArrayList<>();
		nodes.forEach((node) -> texts.add(node.asString()));
		return texts.stream().sorted().collect(Collectors.joining(", "));
	}

	/** The addresses of the servers, for the operator, without secrets. */
	String place() {
		return this.place;
	}

	/** Opens a link. Called by one thread at a time. */
	RedisLink connect() {
		AbstractRedisClient client = this.own.getRequiredNativeClient();
		if (client instanceof RedisClusterClient cluster) {
			if (this.hasConnected) {
				// Another server may be the master since.
				cluster.refreshPartitions();
			}
			RedisLink link = RedisLink.of(cluster.connect(StringCodec.UTF8));
			this.hasConnected = true;
			return link;
		}
		return RedisLink.of(((RedisClient) client).connect(StringCodec.UTF8));
	}

	StatefulRedisPubSubConnection<String, String> connectPubSub() {
		AbstractRedisClient client = this.own.getRequiredNativeClient();
		return (client instanceof RedisClusterClient cluster) ? cluster.connectPubSub(StringCodec.UTF8)
				: ((RedisClient) client).connectPubSub(StringCodec.UTF8);
	}

	@Override
	public void close() {
		this.own.destroy();
	}

}
