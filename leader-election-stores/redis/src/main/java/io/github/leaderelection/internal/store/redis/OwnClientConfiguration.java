package io.github.leaderelection.internal.store.redis;

import java.time.Duration;
import java.util.Optional;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;

import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * Connects to Redis as the application does, but repeats no command, queues none, and
 * reads from the master alone.
 */
record OwnClientConfiguration(LettuceClientConfiguration given) implements LettuceClientConfiguration {

	/** The time limit to connect, and again to authenticate. */
	private static final Duration CONNECT = Duration.ofSeconds(3);

	@Override
	public Optional<ClientOptions> getClientOptions() {
		ClientOptions options = this.given.getClientOptions().orElseGet(ClientOptions::create);
		SocketOptions sockets = options.getSocketOptions();
		Duration connect = (sockets.getConnectTimeout().compareTo(CONNECT) < 0) ? sockets.getConnectTimeout() : CONNECT;
		// Maintenance notifications would move a connection to another server, with its
		// open commands.
		return Optional.of(options.mutate()
			.autoReconnect(false)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.replayFilter((command) -> true)
			.maintNotificationsConfig(MaintNotificationsConfig.disabled())
			.timeoutOptions(TimeoutOptions.create())
			.socketOptions(sockets.mutate().connectTimeout(connect).build())
			.build());
	}

	@Override
	public Duration getCommandTimeout() {
		return CONNECT;
	}

	@Override
	public Optional<ReadFrom> getReadFrom() {
		return Optional.empty();
	}

	@Override
	public boolean isUseSsl() {
		return this.given.isUseSsl();
	}

	@Override
	@SuppressWarnings("deprecation")
	public boolean isVerifyPeer() {
		return getVerifyMode() != SslVerifyMode.NONE;
	}

	@Override
	public SslVerifyMode getVerifyMode() {
		return this.given.getVerifyMode();
	}

	@Override
	public boolean isStartTls() {
		return this.given.isStartTls();
	}

	@Override
	public Optional<ClientResources> getClientResources() {
		return this.given.getClientResources();
	}

	@Override
	public Optional<String> getClientName() {
		return this.given.getClientName();
	}

	@Override
	public Optional<RedisCredentialsProviderFactory> getRedisCredentialsProviderFactory() {
		return this.given.getRedisCredentialsProviderFactory();
	}

	@Override
	public Duration getShutdownTimeout() {
		return this.given.getShutdownTimeout();
	}

	@Override
	public Duration getShutdownQuietPeriod() {
		return Duration.ZERO;
	}

}
