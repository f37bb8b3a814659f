package io.github.leaderelection.fencing.web;

import java.util.Collections;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request on a servlet container.
 *
 * @param request the request
 */
record ServletFencedRequest(HttpServletRequest request) implements FencedResource.Request {

	@Override
	public String method() {
		return this.request.getMethod();
	}

	@Override
	public String path() {
		return this.request.getRequestURI();
	}

	@Override
	public String contextPath() {
		return this.request.getContextPath();
	}

	@Override
	public @Nullable String query() {
		return this.request.getQueryString();
	}

	@Override
	public List<String> headers(String name) {
		return Collections.list(this.request.getHeaders(name));
	}

}
