package io.github.leaderelection.internal.store.kubernetes;

import java.util.concurrent.CompletableFuture;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;

/**
 * Adds the token to requests. After a refusal the token is read again, but the refused
 * request is not repeated. The next request has the new token.
 */
record SentOnce(Interceptor token) implements Interceptor {

	@Override
	public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
		this.token.before(builder, request, tags);
	}

	@Override
	public CompletableFuture<Boolean> afterFailure(BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
		return this.token.afterFailure(builder, response, tags).thenApply((again) -> false);
	}

}
