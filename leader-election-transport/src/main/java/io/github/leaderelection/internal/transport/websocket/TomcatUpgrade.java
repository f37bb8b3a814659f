package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.websocket.Transformation;
import org.apache.tomcat.websocket.server.WsHandshakeRequest;
import org.apache.tomcat.websocket.server.WsHttpUpgradeHandler;
import org.apache.tomcat.websocket.server.WsServerContainer;
import org.jspecify.annotations.Nullable;

/**
 * A request whose connection accepts control frames from members only. Loaded only on
 * Tomcat.
 */
final class TomcatUpgrade extends HttpServletRequestWrapper {

	private static final String FRAMES = ControlFrameGuard.class.getName();

	private static final String WRITES = TomcatWrites.class.getName();

	private TomcatUpgrade(HttpServletRequest request) {
		super(request);
	}

	/** Answers the handshake of a request. */
	static void upgrade(HttpServletRequest request, HttpServletResponse response, String version,
			Function<Connection, @Nullable FrameListener> taking) throws IOException {
		Object container = request.getServletContext().getAttribute(ServerContainer.class.getName());
		if (!(container instanceof ServerContainer tomcat)) {
			throw new IOException("Tomcat has no WebSockets in this application: depend on tomcat-embed-websocket, "
					+ "which spring-boot-starter-tomcat brings");
		}
		// The address may be a host name from a proxy, which must not be looked up here.
		InetSocketAddress remote = InetSocketAddress.createUnresolved(request.getRemoteAddr(), request.getRemotePort());
		ServerEndpointConfig config = ServerEndpointConfig.Builder.create(JakartaEndpoint.class, "/")
			.subprotocols(List.of(version))
			.configurator(new OneEndpoint(new JakartaEndpoint(taking, remote)))
			.build();
		try {
			tomcat.upgradeHttpToWebSocket(new TomcatUpgrade(request), response, config, Map.of());
		}
		catch (DeploymentException ex) {
			throw new IOException("Tomcat could not make the request a WebSocket", ex);
		}
	}

	/** Gives the guard the listener, which knows whether the other side is a member. */
	static void watch(Session session, FrameListener conversation) {
		if (session.getUserProperties().get(FRAMES) instanceof ControlFrameGuard frames) {
			frames.watch(conversation);
		}
	}

	/** Returns writes that do not block, or null if Tomcat can only block. */
	static @Nullable TomcatWrites writes(Session session) {
		if (session.getUserProperties().get(WRITES) instanceof TomcatWrites writes && writes.arePossible()) {
			return writes;
		}
		return null;
	}

	@Override
	public <T extends HttpUpgradeHandler> T upgrade(Class<T> type) throws IOException, ServletException {
		if (type == WsHttpUpgradeHandler.class) {
			return type.cast(super.upgrade(Handler.class));
		}
		return super.upgrade(type);
	}

	/**
	 * Gives a connection its endpoint, and no extensions, which could inflate small
	 * frames.
	 */
	private static final class OneEndpoint extends ServerEndpointConfig.Configurator {

		private final JakartaEndpoint endpoint;

		private OneEndpoint(JakartaEndpoint endpoint) {
			this.endpoint = endpoint;
		}

		@Override
		public <T> T getEndpointInstance(Class<T> type) {
			return type.cast(this.endpoint);
		}

		@Override
		public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
			return List.of();
		}

	}

	/**
	 * The connection that Tomcat makes of the request.
	 */
	public static final class Handler extends WsHttpUpgradeHandler {

		private final TomcatWrites writes = new TomcatWrites();

		@Override
		public void setSocketWrapper(SocketWrapperBase<?> wrapper) {
			super.setSocketWrapper(wrapper);
			this.writes.on(wrapper);
		}

		@Override
		public void preInit(ServerEndpointConfig config, WsServerContainer container, WsHandshakeRequest request,
				List<Extension> extensions, String subProtocol, Transformation transformation,
				Map<String, String> pathParameters, boolean secure) {
			ControlFrameGuard frames = new ControlFrameGuard();
			if (transformation != null) {
				frames.setNext(transformation);
			}
			config.getUserProperties().put(FRAMES, frames);
			config.getUserProperties().put(WRITES, this.writes);
			super.preInit(config, container, request, extensions, subProtocol, frames, pathParameters, secure);
		}

	}

}
