package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Passes all requests to the entrance of the peers.
 */
class PeerServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private final transient PeerEntrance entrance;

	PeerServlet(PeerEntrance entrance) {
		this.entrance = entrance;
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		this.entrance.handleRequest(request, response);
	}

}
