package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.transport.medium.Conversation;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.server.WsHandshakeRequest;
import org.apache.tomcat.websocket.server.WsHttpUpgradeHandler;
import org.apache.tomcat.websocket.server.WsServerContainer;

/**
 * A request whose connection accepts control frames from members only. Loaded only on
 * Tomcat.
 */
final class TomcatUpgrade extends HttpServletRequestWrapper {

	private static final String FRAMES = ControlFrameGuard.class.getName();

	TomcatUpgrade(HttpServletRequest request) {
		super(request);
	}

	/** Tells the connection who its other side is. */
	static void watch(Session session, Conversation conversation) {
		if (session.getUserProperties().get(FRAMES) instanceof ControlFrameGuard frames) {
			frames.watch(conversation);
		}
	}

	@Override
	public <T extends HttpUpgradeHandler> T upgrade(Class<T> type) throws IOException, ServletException {
		if (type == WsHttpUpgradeHandler.class) {
			return type.cast(super.upgrade(Handler.class));
		}
		return super.upgrade(type);
	}

	/**
	 * The connection that Tomcat makes of the request.
	 */
	public static final class Handler extends WsHttpUpgradeHandler {

		@Override
		public void preInit(ServerEndpointConfig config, WsServerContainer container, WsHandshakeRequest request,
				List<Extension> extensions, String subProtocol, Transformation transformation,
				Map<String, String> pathParameters, boolean secure) {
			ControlFrameGuard frames = new ControlFrameGuard();
			if (transformation != null) {
				frames.setNext(transformation);
			}
			config.getUserProperties().put(FRAMES, frames);
			super.preInit(config, container, request, extensions, subProtocol, frames, pathParameters, secure);
		}

	}

}
