package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;
import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.WebSocketHttpHeaders;
import org.springframework.web.socket.client.standard.StandardWebSocketClient;

/**
 * Opens WebSockets to other nodes. Every dial resolves the host anew, as members may
 * move. Holds no resources. Safe for use from any thread.
 */
final class WebSocketMedium implements Medium, Medium.Outlet {

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of("org.apache.tomcat.websocket.IO_TIMEOUT_MS",
			"2000", "org.apache.tomcat.websocket.MAX_REDIRECTIONS", "0");

	private final WebSocketContainer container = ContainerProvider.getWebSocketContainer();

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
		WebSocketHttpHeaders headers = new WebSocketHttpHeaders();
		headers.setSecWebSocketProtocol(Subprotocols.SPOKEN);
		try {
			client(url).execute(new LinkSocketHandler(taking), headers, SocketUri.of(url)).join();
		}
		catch (CompletionException ex) {
			throw new IOException(ex);
		}
	}

	/** The present certificates are those of the next dial. */
	private StandardWebSocketClient client(URI url) {
		StandardWebSocketClient client = new StandardWebSocketClient(this.container);
		client.setTaskExecutor(Runnable::run);
		client.setUserProperties(TOMCAT_PROPERTIES);
		if (PeerTls.isSecure(url)) {
			client.setSslContext(this.tls.context());
		}
		return client;
	}

	@Override
	public void close() {
	}

}
