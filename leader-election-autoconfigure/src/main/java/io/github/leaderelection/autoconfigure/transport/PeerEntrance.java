package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestHandler;

/**
 * The handler for requests of peers. The web server listens before the node knows its id.
 * Until then the handler answers 503.
 */
class PeerEntrance implements HttpRequestHandler {

	private final HttpMethod method;

	private final String path;

	private volatile @Nullable HttpRequestHandler handler;

	PeerEntrance(HttpMethod method, String path) {
		this.method = method;
		this.path = path;
	}

	/** The HTTP method of the peers' requests. */
	HttpMethod method() {
		return this.method;
	}

	/** The path below that of the dispatcher servlet. */
	String path() {
		return this.path;
	}

	void open(HttpRequestHandler newHandler) {
		this.handler = newHandler;
	}

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		HttpRequestHandler present = this.handler;
		if (present != null) {
			present.handleRequest(request, response);
		}
		else {
			response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
		}
	}

}
