package io.github.leaderelection.internal.store.kubernetes;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;

/**
 * A client of the store's own: it repeats nothing, and a request that gets no answer
 * takes its connection with it. Over HTTP/2 all requests would go on to use a connection
 * that is dead.
 */
final class ApiConnection implements AutoCloseable {

	/** Requests and streams that are under way, and one more until it is retired. */
	private final AtomicInteger uses = new AtomicInteger(1);

	/** It knows the newest token. */
	private final Config config;

	private final HttpClient http;

	ApiConnection(Config config, HttpClient http) {
		this.config = config;
		this.http = http;
	}

	/**
	 * Opens one. No {@code KubernetesClient}: all that it has for other resources would
	 * have to be loaded first.
	 * @param like what the application's own client is told
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

	/** Something is sent on it. */
	void begin() {
		this.uses.incrementAndGet();
	}

	/**
	 * An answer has come to its end, or comes no more.
	 * @return whether it is of no more use
	 */
	boolean end() {
		return this.uses.decrementAndGet() == 0;
	}

	/** Nothing more is sent on it. Called once. */
	boolean retire() {
		return end();
	}

	@Override
	public void close() {
		this.http.close();
	}

}
