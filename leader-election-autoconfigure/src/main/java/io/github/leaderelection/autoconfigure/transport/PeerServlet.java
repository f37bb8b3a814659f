package io.github.leaderelection.autoconfigure.transport;

import java.io.IOException;

import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Passes all requests to the entrance of the peers.
 */
class PeerServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private final transient ServletPeers peers;

	PeerServlet(PeerHandler entrance) {
		this.peers = new ServletPeers(entrance);
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response)
			throws ServletException, IOException {
		this.peers.handleRequest(request, response);
	}

}
