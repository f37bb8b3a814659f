package io.github.leaderelection.fencing.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * A request on WebFlux.
 *
 * @param request the request
 */
record ReactiveFencedRequest(ServerHttpRequest request) implements FencedResource.Request {

	@Override
	public String method() {
		return this.request.getMethod().name();
	}

	@Override
	public String path() {
		return this.request.getURI().getRawPath();
	}

	@Override
	public String contextPath() {
		return this.request.getPath().contextPath().value();
	}

	@Override
	public @Nullable String query() {
		return this.request.getURI().getRawQuery();
	}

	@Override
	public List<String> headers(String name) {
		return this.request.getHeaders().getOrEmpty(name);
	}

}
