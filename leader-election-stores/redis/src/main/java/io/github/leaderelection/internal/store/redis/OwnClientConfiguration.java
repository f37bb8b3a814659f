package io.github.leaderelection.internal.store.redis;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;

import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;

/**
 * Connects to Redis as the application does, but repeats no command, queues none, and
 * reads from the master alone.
 */
final class OwnClientConfiguration {

	/** The time limit to connect, and again to authenticate. */
	private static final Duration CONNECT = Duration.ofSeconds(3);

	private OwnClientConfiguration() {
	}

	static LettuceClientConfiguration of(LettuceClientConfiguration given) {
		LettuceClientConfigurationBuilder own = LettuceClientConfiguration.builder()
			.clientOptions(options(given.getClientOptions().orElseGet(ClientOptions::create)))
			.commandTimeout(CONNECT)
			.shutdownTimeout(given.getShutdownTimeout())
			.shutdownQuietPeriod(Duration.ZERO);
		given.getClientResources().ifPresent(own::clientResources);
		given.getClientName().ifPresent(own::clientName);
		given.getRedisCredentialsProviderFactory().ifPresent(own::redisCredentialsProviderFactory);
		if (given.isUseSsl()) {
			LettuceSslClientConfigurationBuilder ssl = own.useSsl().verifyPeer(given.getVerifyMode());
			if (given.isStartTls()) {
				ssl.startTls();
			}
		}
		return own.build();
	}

	/**
	 * Maintenance notifications would move a connection to another server, with its open
	 * commands.
	 */
	private static ClientOptions options(ClientOptions given) {
		SocketOptions sockets = given.getSocketOptions();
		Duration connect = (sockets.getConnectTimeout().compareTo(CONNECT) < 0) ? sockets.getConnectTimeout() : CONNECT;
		return given.mutate()
			.autoReconnect(false)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.replayFilter((command) -> true)
			.maintNotificationsConfig(MaintNotificationsConfig.disabled())
			.timeoutOptions(TimeoutOptions.create())
			.socketOptions(sockets.mutate().connectTimeout(connect).build())
			.build();
	}

}
