package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * Turns servlet requests on Tomcat and Jetty into WebSockets: no extensions, no user, and
 * bounded messages. The first control frame of a stranger ends its connection.
 */
public final class ServletUpgrade {

	private static final boolean TOMCAT = isPresent("org.apache.tomcat.websocket.server.WsServerContainer");

	private static final boolean JETTY = isPresent(
			"org.eclipse.jetty.ee11.websocket.server.JettyWebSocketServerContainer");

	/** The only method of a request that can become a WebSocket. */
	private static final String METHOD = "GET";

	private ServletUpgrade() {
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, ServletUpgrade.class.getClassLoader());
	}

	/**
	 * Answers the handshake of a request.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	public static void upgrade(HttpServletRequest request, HttpServletResponse response, String version,
			Function<Connection, @Nullable FrameListener> taking) throws IOException {
		if (!METHOD.equals(request.getMethod()) || !"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
			response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
		}
		else if (JETTY && JettyUpgrade.isServing(request)) {
			JettyUpgrade.upgrade(request, response, version, taking);
		}
		else if (TOMCAT) {
			TomcatUpgrade.upgrade(request, response, version, taking);
		}
		else {
			throw new IOException(
					"This servlet container is neither Tomcat nor Jetty with its WebSockets, so it cannot "
							+ "serve peers over WebSocket: depend on spring-boot-starter-tomcat or spring-boot-starter-jetty, "
							+ "or set leader-election.transport.type=http on all nodes");
		}
	}

}
