package io.github.leaderelection.internal.store.kubernetes;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;

/**
 * The store's own HTTP client. It repeats no request, and a request without an answer
 * closes its connection. With HTTP/2 all requests would keep using a dead connection.
 */
final class ApiConnection implements AutoCloseable {

	/** The open requests and streams, plus one until the connection is retired. */
	private final AtomicInteger uses = new AtomicInteger(1);

	/** The configuration, which has the newest token. */
	private final Config config;

	private final HttpClient http;

	ApiConnection(Config config, HttpClient http) {
		this.config = config;
		this.http = http;
	}

	/**
	 * Opens a connection. A {@code KubernetesClient} is not used, because it would load
	 * classes for all other resources first.
	 * @param like the configuration of the application's own client
	 */
	static ApiConnection open(Config like) {
		Config config = new ConfigBuilder(like).withRequestRetryBackoffLimit(0).withHttp2Disable(true).build();
		JdkHttpClientFactory factory = new JdkHttpClientFactory();
		SentOnce token = new SentOnce(new TokenRefreshInterceptor(config, factory, Instant.now()));
		return new ApiConnection(config,
				factory.newBuilder(config).addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, token).build());
	}

	Config config() {
		return this.config;
	}

	HttpClient http() {
		return this.http;
	}

	/** Counts a request or stream that is about to be sent. */
	void begin() {
		this.uses.incrementAndGet();
	}

	/**
	 * Counts off a request or stream that has ended or failed.
	 * @return whether the connection is retired and unused, so that it can be closed
	 */
	boolean end() {
		return this.uses.decrementAndGet() == 0;
	}

	/** Ends the use for new requests. Called once. */
	boolean retire() {
		return end();
	}

	@Override
	public void close() {
		this.http.close();
	}

}
