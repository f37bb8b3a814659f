package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
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

	private final StandardWebSocketClient client = new StandardWebSocketClient();

	WebSocketMedium(boolean secure) {
		this.client.setTaskExecutor(Runnable::run);
		this.client.setUserProperties(TOMCAT_PROPERTIES);
		if (secure) {
			try {
				this.client.setSslContext(SSLContext.getDefault());
			}
			catch (NoSuchAlgorithmException ex) {
				throw new IllegalStateException(
						"A peer has an https URL, but the JVM has no default SSL context: check "
								+ "the javax.net.ssl system properties",
						ex);
			}
		}
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
			this.client.execute(new LinkSocketHandler(taking), headers, SocketUri.of(url)).join();
		}
		catch (CompletionException ex) {
			throw new IOException(ex);
		}
	}

	@Override
	public void close() {
	}

}
