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
 * A request that becomes a connection on which only members send control frames. Loaded
 * only where Tomcat is.
 */
final class TomcatUpgrade extends HttpServletRequestWrapper {

	private static final String FRAMES = MembersFrames.class.getName();

	TomcatUpgrade(HttpServletRequest request) {
		super(request);
	}

	/** Tells the connection whom it is with. */
	static void watch(Session session, Conversation conversation) {
		if (session.getUserProperties().get(FRAMES) instanceof MembersFrames frames) {
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
	 * What Tomcat makes of the request.
	 */
	public static final class Handler extends WsHttpUpgradeHandler {

		@Override
		public void preInit(ServerEndpointConfig config, WsServerContainer container, WsHandshakeRequest request,
				List<Extension> extensions, String subProtocol, Transformation transformation,
				Map<String, String> pathParameters, boolean secure) {
			MembersFrames frames = new MembersFrames();
			if (transformation != null) {
				frames.setNext(transformation);
			}
			config.getUserProperties().put(FRAMES, frames);
			super.preInit(config, container, request, extensions, subProtocol, frames, pathParameters, secure);
		}

	}

}
