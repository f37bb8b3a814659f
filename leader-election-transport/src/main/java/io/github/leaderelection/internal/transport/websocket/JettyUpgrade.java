package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee11.websocket.server.JettyWebSocketServerContainer;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests on Jetty into WebSockets. Loaded only on Jetty.
 */
final class JettyUpgrade {

	private JettyUpgrade() {
	}

	/** Whether Jetty serves a request. */
	static boolean isServing(HttpServletRequest request) {
		return JettyWebSocketServerContainer.getContainer(request.getServletContext()) != null;
	}

	static void upgrade(HttpServletRequest request, HttpServletResponse response, String version,
			Function<Connection, @Nullable FrameListener> taking) throws IOException {
		boolean upgraded = JettyWebSocketServerContainer.getContainer(request.getServletContext())
			.upgrade((asked, answer) -> {
				answer.setAcceptedSubProtocol(version);
				// Extensions could inflate small frames.
				answer.setExtensions(List.of());
				return new JettyEndpoint(taking);
			}, request, response);
		if (!upgraded && !response.isCommitted()) {
			response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
		}
	}

}
