package io.github.leaderelection.internal.store.kubernetes;

import java.time.Instant;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;

/**
 * A client of the store's own: it repeats nothing, and a request that gets no answer
 * takes its connection with it. Over HTTP/2 all requests would go on to use a connection
 * that is dead.
 *
 * @param client the client
 */
record ApiConnection(KubernetesClient client) implements AutoCloseable {

	static ApiConnection open(Config like) {
		Config config = new ConfigBuilder(like).withRequestRetryBackoffLimit(0).withHttp2Disable(true).build();
		JdkHttpClientFactory factory = new JdkHttpClientFactory();
		SentOnce token = new SentOnce(new TokenRefreshInterceptor(config, factory, Instant.now()));
		return new ApiConnection(new KubernetesClientBuilder().withConfig(config)
			.withHttpClientFactory(factory)
			.withHttpClientBuilderConsumer(
					(builder) -> builder.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, token))
			.build());
	}

	HttpClient http() {
		return this.client.getHttpClient();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
