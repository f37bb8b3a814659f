package io.github.leaderelection.internal.store.etcd;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/**
 * The servers of an etcd cluster, and the user that connects.
 *
 * @param endpoints their addresses, as 'http://etcd:2379'; at least one
 * @param user the user's name; null for none
 * @param password the user's password; null for none
 * @param tls the TLS of all connections; null for plain connections
 */
public record EtcdServers(List<URI> endpoints, @Nullable String user, @Nullable String password,
		@Nullable SslContext tls) {

	/** Servers refuse clients that ping more often than every five seconds. */
	private static final Duration PING = Duration.ofSeconds(10);

	private static final Duration PONG = Duration.ofSeconds(5);

	private static final Duration CONNECT = Duration.ofSeconds(3);

	/**
	 * Copies the addresses.
	 */
	public EtcdServers {
		endpoints = List.copyOf(endpoints);
	}

	EtcdConnection connect() {
		ContextThreads threads = new ContextThreads();
		return new RenewedConnection(() -> client(threads), threads);
	}

	/** Creates a client that repeats no request, and queues none that it cannot send. */
	private Client client(ContextThreads threads) {
		ClientBuilder builder = Client.builder()
			.endpoints(this.endpoints)
			.executorService(threads)
			.retryMaxAttempts(0)
			.waitForReady(false)
			.connectTimeout(CONNECT)
			.keepaliveTime(PING)
			.keepaliveTimeout(PONG);
		if (this.user != null && this.password != null) {
			builder.user(bytes(this.user)).password(bytes(this.password));
		}
		if (this.tls != null) {
			builder.sslContext(this.tls);
		}
		return builder.build();
	}

	private static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	/** Leaves out the password. */
	@Override
	public String toString() {
		return "EtcdServers[" + this.endpoints + ", user " + this.user + "]";
	}

}
