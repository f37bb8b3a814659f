package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Function;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the events of one WebSocket of Jetty on to its connection, and limits it. Jetty
 * reports one event at a time, and calls only public methods.
 */
public final class JettyEndpoint implements Session.Listener.AutoDemanding {

	private static final Logger logger = LoggerFactory.getLogger(JettyEndpoint.class);

	private final Function<Connection, @Nullable FrameListener> taking;

	private volatile @Nullable Taken taken;

	/**
	 * Creates an endpoint of one connection.
	 * @param taking takes the connection, or returns null to have it closed
	 */
	JettyEndpoint(Function<Connection, @Nullable FrameListener> taking) {
		this.taking = taking;
	}

	@Override
	public void onWebSocketOpen(Session session) {
		session.setMaxTextMessageSize(PeerExchange.MAX_MESSAGE);
		session.setMaxBinaryMessageSize(PeerExchange.MAX_MESSAGE);
		JettySocket socket = new JettySocket(session);
		WebSocketConnection connection = new WebSocketConnection(socket);
		connection.take(this.taking);
		FrameListener conversation = connection.conversation();
		if (conversation != null) {
			this.taken = new Taken(socket, connection, conversation);
			return;
		}
		try {
			connection.abort(CloseReason.GOING_AWAY);
		}
		catch (IOException ex) {
			logger.debug("The reason to close could not be written", ex);
		}
	}

	@Override
	public void onWebSocketText(String message) {
		Taken present = this.taken;
		if (present != null) {
			present.connection().read(present.conversation(), message);
		}
	}

	@Override
	public void onWebSocketBinary(ByteBuffer message, Callback callback) {
		Taken present = this.taken;
		if (present != null) {
			present.conversation().binary();
		}
		callback.succeed();
	}

	/** Jetty answers pings itself where this method is not overridden. */
	@Override
	public void onWebSocketPing(ByteBuffer payload) {
		Taken present = this.taken;
		if (present != null && present.isMember()) {
			present.socket().pong();
		}
	}

	@Override
	public void onWebSocketPong(ByteBuffer payload) {
		Taken present = this.taken;
		if (present != null && present.isMember()) {
			present.conversation().pong();
		}
	}

	@Override
	public void onWebSocketClose(int code, String reason, Callback callback) {
		Taken present = this.taken;
		if (present != null) {
			present.conversation().closed(code);
		}
		callback.succeed();
	}

	@Override
	public void onWebSocketError(Throwable failure) {
		logger.debug("A WebSocket failed", failure);
	}

	/**
	 * A connection that was taken.
	 */
	private record Taken(JettySocket socket, WebSocketConnection connection, FrameListener conversation) {

		/**
		 * Whether a control frame came from a member. A stranger's control frame ends the
		 * connection.
		 */
		boolean isMember() {
			if (this.conversation.isAuthenticated()) {
				return true;
			}
			this.socket.refuse(CloseReason.PROTOCOL_ERROR);
			this.conversation.closed(CloseReason.PROTOCOL_ERROR);
			return false;
		}

	}

}
