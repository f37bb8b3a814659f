package io.github.leaderelection.internal.transport.servlet;

import java.io.IOException;

import io.github.leaderelection.internal.transport.server.PeerHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.HttpRequestHandler;

/**
 * Passes the requests of a servlet container to a handler.
 */
public final class ServletPeers implements HttpRequestHandler {

	/** The request attribute with a task for a connection that may stay open for long. */
	public static final String KEPT = ServletPeers.class.getName() + ".KEPT";

	private final PeerHandler handler;

	public ServletPeers(PeerHandler handler) {
		this.handler = handler;
	}

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
		this.handler.handle(new ServletExchange(request, response));
	}

}
