package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/**
 * Makes servlet requests WebSockets.
 */
public final class ServletUpgrade {

	private static final PeerHandshakeHandler HANDSHAKES = new PeerHandshakeHandler();

	private ServletUpgrade() {
	}

	/**
	 * Answers the handshake of a request.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	public static void upgrade(HttpServletRequest request, HttpServletResponse response,
			Function<Connection, @Nullable Conversation> taking) throws IOException {
		try {
			new WebSocketHttpRequestHandler(new LinkSocketHandler(taking), HANDSHAKES)
				.handleRequest(Sockets.guarded(request), response);
		}
		catch (ServletException ex) {
			throw new IOException("The server could not make the request a WebSocket", ex);
		}
	}

}
