package io.github.leaderelection.websocket;

import java.net.ConnectException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.CompletionException;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.protocol.LinkLoss;
import org.jspecify.annotations.Nullable;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketHttpHeaders;
import org.springframework.web.socket.client.standard.StandardWebSocketClient;

/**
 * Opens connections to other nodes. The address is looked up at every dial, as members
 * may move. Safe for use from any thread.
 */
final class Connector {

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of("org.apache.tomcat.websocket.IO_TIMEOUT_MS",
			"2000", "org.apache.tomcat.websocket.MAX_REDIRECTIONS", "0");

	private final StandardWebSocketClient client = new StandardWebSocketClient();

	Connector(boolean secure) {
		this.client.setTaskExecutor(Runnable::run);
		this.client.setUserProperties(TOMCAT_PROPERTIES);
		if (secure) {
			try {
				this.client.setSslContext(SSLContext.getDefault());
			}
			catch (NoSuchAlgorithmException ex) {
				throw new IllegalStateException("There is no default SSL context, but a peer has an https URL: check "
						+ "the javax.net.ssl system properties", ex);
			}
		}
	}

	/**
	 * Opens a connection; blocks until it is open or failed.
	 * @throws CompletionException if there is none
	 */
	void connect(URI uri, WebSocketHandler handler) {
		WebSocketHttpHeaders headers = new WebSocketHttpHeaders();
		headers.setSecWebSocketProtocol(Subprotocols.SPOKEN);
		this.client.execute(handler, headers, uri).join();
	}

	/**
	 * What a failure says about the member. Only a connection refused by its host says
	 * that no process listens there.
	 */
	static @Nullable LinkLoss lossOf(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof ConnectException && !String.valueOf(cause.getMessage()).contains("timed out")) {
				return LinkLoss.REFUSED;
			}
		}
		return Sockets.isTimeout(failure) ? LinkLoss.SILENT : null;
	}

	/** The innermost message says most. */
	static String reasonOf(Throwable failure) {
		Throwable innermost = failure;
		while (innermost.getCause() != null) {
			innermost = innermost.getCause();
		}
		return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
	}

}
