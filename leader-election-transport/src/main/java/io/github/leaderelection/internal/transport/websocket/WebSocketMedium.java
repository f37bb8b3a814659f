package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.WebSocketContainer;
import org.apache.tomcat.websocket.WsWebSocketContainer;
import org.jspecify.annotations.Nullable;

/**
 * Opens WebSockets to other nodes by Tomcat's client. Every dial resolves the host anew,
 * as members may move. Holds no resources. Safe for use from any thread.
 */
final class WebSocketMedium implements Medium, Medium.Outlet {

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of("org.apache.tomcat.websocket.IO_TIMEOUT_MS",
			"2000", "org.apache.tomcat.websocket.MAX_REDIRECTIONS", "0");

	private final WebSocketContainer container = new WsWebSocketContainer();

	private final PeerTls tls;

	WebSocketMedium(PeerTls tls) {
		this.tls = tls;
	}

	@Override
	public Outlet open(PeerTransportSettings settings) {
		return this;
	}

	@Override
	public void dial(URI url, Function<Connection, @Nullable Conversation> taking) throws IOException {
		URI target = SocketUri.of(url);
		try {
			this.container.connectToServer(new JakartaEndpoint(taking, SocketUri.address(target)), config(url), target);
		}
		catch (DeploymentException ex) {
			throw new IOException(ex);
		}
	}

	/** The present certificates are those of the next dial. */
	private ClientEndpointConfig config(URI url) {
		ClientEndpointConfig.Builder config = ClientEndpointConfig.Builder.create()
			.preferredSubprotocols(Subprotocols.SPOKEN);
		if (PeerTls.isSecure(url)) {
			config.sslContext(this.tls.context());
		}
		ClientEndpointConfig built = config.build();
		built.getUserProperties().putAll(TOMCAT_PROPERTIES);
		return built;
	}

	@Override
	public void close() {
	}

}
