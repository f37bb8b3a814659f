package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the events of one WebSocket of Tomcat on to its connection, and limits it.
 */
final class JakartaEndpoint extends Endpoint {

	private static final Logger logger = LoggerFactory.getLogger(JakartaEndpoint.class);

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of(
			"org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT", TransportTimes.WRITE_MILLIS,
			"org.apache.tomcat.websocket.SESSION_CLOSE_TIMEOUT", JakartaSocket.CLOSE_TIMEOUT_MILLIS);

	private final Function<Connection, @Nullable FrameListener> taking;

	private final InetSocketAddress remote;

	private volatile @Nullable FrameListener conversation;

	/**
	 * Creates an endpoint of one connection.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	JakartaEndpoint(Function<Connection, @Nullable FrameListener> taking, InetSocketAddress remote) {
		this.taking = taking;
		this.remote = remote;
	}

	@Override
	public void onOpen(Session session, EndpointConfig config) {
		session.setMaxTextMessageBufferSize(PeerExchange.MAX_MESSAGE);
		session.setMaxBinaryMessageBufferSize(PeerExchange.MAX_MESSAGE);
		session.getUserProperties().putAll(TOMCAT_PROPERTIES);
		WebSocketConnection connection = new WebSocketConnection(
				new JakartaSocket(session, this.remote, TomcatUpgrade.writes(session)));
		connection.take(this.taking);
		FrameListener taken = connection.conversation();
		if (taken == null) {
			refuse(connection);
			return;
		}
		this.conversation = taken;
		TomcatUpgrade.watch(session, taken);
		session.addMessageHandler(new MessageHandler.Whole<String>() {

			@Override
			public void onMessage(String message) {
				connection.read(taken, message);
			}

		});
		session.addMessageHandler(new MessageHandler.Whole<ByteBuffer>() {

			@Override
			public void onMessage(ByteBuffer message) {
				taken.binary();
			}

		});
		session.addMessageHandler(new MessageHandler.Whole<PongMessage>() {

			@Override
			public void onMessage(PongMessage message) {
				taken.pong();
			}

		});
	}

	private static void refuse(WebSocketConnection connection) {
		try {
			connection.abort(CloseReason.GOING_AWAY);
		}
		catch (IOException ex) {
			logger.debug("The reason to close could not be written", ex);
		}
	}

	@Override
	public void onClose(Session session, jakarta.websocket.CloseReason reason) {
		FrameListener taken = this.conversation;
		if (taken != null) {
			taken.closed(reason.getCloseCode().getCode());
		}
	}

	@Override
	public void onError(Session session, Throwable failure) {
		logger.debug("A WebSocket failed", failure);
	}

}
