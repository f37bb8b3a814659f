package io.github.leaderelection.internal.store.redis;

import java.time.Duration;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

class OwnClientConfigurationTests {

	private static ClientOptions optionsFor(ClientOptions given) {
		return OwnClientConfiguration.of(LettuceClientConfiguration.builder().clientOptions(given).build())
			.getClientOptions()
			.orElseThrow();
	}

	@Test
	void noCommandIsKeptOrRepeated() {
		ClientOptions eager = ClientOptions.builder()
			.autoReconnect(true)
			.disconnectedBehavior(DisconnectedBehavior.ACCEPT_COMMANDS)
			.build();
		ClientOptions own = optionsFor(eager);
		assertThat(own.isAutoReconnect()).isFalse();
		assertThat(own.getDisconnectedBehavior()).isEqualTo(DisconnectedBehavior.REJECT_COMMANDS);
		assertThat(own.getReplayFilter().test(new Command<>(CommandType.EVALSHA, null))).isTrue();
		assertThat(own.getMaintNotificationsConfig().maintNotificationsEnabled()).isFalse();
	}

	@Test
	void howTheServerIsReachedStays() {
		SslOptions ssl = SslOptions.builder().jdkSslProvider().build();
		SocketOptions sockets = SocketOptions.builder()
			.connectTimeout(Duration.ofMillis(700))
			.tcpNoDelay(false)
			.build();
		ClientOptions own = optionsFor(
				ClusterClientOptions.builder().maxRedirects(7).sslOptions(ssl).socketOptions(sockets).build());
		assertThat(own).isInstanceOfSatisfying(ClusterClientOptions.class,
				(cluster) -> assertThat(cluster.getMaxRedirects()).isEqualTo(7));
		assertThat(own.getSslOptions()).isSameAs(ssl);
		assertThat(own.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofMillis(700));
		assertThat(own.getSocketOptions().isTcpNoDelay()).isFalse();
		LettuceClientConfiguration given = LettuceClientConfiguration.builder()
			.clientName("orders")
			.useSsl()
			.verifyPeer(SslVerifyMode.CA)
			.startTls()
			.build();
		LettuceClientConfiguration secured = OwnClientConfiguration.of(given);
		assertThat(secured.isUseSsl()).isTrue();
		assertThat(secured.isStartTls()).isTrue();
		assertThat(secured.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
		assertThat(secured.getClientName()).hasValue("orders");
	}

	@Test
	void replicasAreNotReadAndNothingIsWaitedForLong() {
		LettuceClientConfiguration own = OwnClientConfiguration.of(LettuceClientConfiguration.builder()
			.readFrom(ReadFrom.REPLICA_PREFERRED)
			.commandTimeout(Duration.ofMinutes(1))
			.build());
		assertThat(own.getReadFrom()).isEmpty();
		assertThat(own.getCommandTimeout()).hasSeconds(3);
		assertThat(own.getClientOptions().orElseThrow().getSocketOptions().getConnectTimeout()).hasSeconds(3);
	}

}
