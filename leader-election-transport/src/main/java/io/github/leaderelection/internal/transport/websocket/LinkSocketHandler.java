package io.github.leaderelection.internal.transport.websocket;

import java.util.function.Function;

import io.github.leaderelection.internal.transport.medium.CloseReason;
import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/**
 * Passes the events of the WebSocket container on to the connection concerned.
 */
final class LinkSocketHandler extends AbstractWebSocketHandler {

	private static final String CONNECTION = WebSocketConnection.class.getName();

	private final Function<Connection, @Nullable Conversation> taking;

	/**
	 * Creates a handler.
	 * @param taking takes a new connection, or returns null to have it closed
	 */
	LinkSocketHandler(Function<Connection, @Nullable Conversation> taking) {
		this.taking = taking;
	}

	@Override
	public void afterConnectionEstablished(WebSocketSession session) throws Exception {
		Sockets.limit(session);
		WebSocketConnection connection = new WebSocketConnection(new SessionSocket(session));
		if (!connection.take(this.taking)) {
			connection.abort(CloseReason.GOING_AWAY);
			return;
		}
		Conversation conversation = connection.conversation();
		if (conversation != null) {
			Sockets.watch(session, conversation);
		}
		session.getAttributes().put(CONNECTION, connection);
	}

	private static @Nullable Conversation conversation(WebSocketSession session) {
		WebSocketConnection connection = connection(session);
		return (connection != null) ? connection.conversation() : null;
	}

	private static @Nullable WebSocketConnection connection(WebSocketSession session) {
		return (WebSocketConnection) session.getAttributes().get(CONNECTION);
	}

	@Override
	protected void handleTextMessage(WebSocketSession session, TextMessage message) {
		WebSocketConnection connection = connection(session);
		Conversation conversation = conversation(session);
		if (connection != null && conversation != null) {
			connection.read(conversation, message.getPayload());
		}
	}

	@Override
	protected void handleBinaryMessage(WebSocketSession session, BinaryMessage message) {
		Conversation conversation = conversation(session);
		if (conversation != null) {
			conversation.binary();
		}
	}

	@Override
	protected void handlePongMessage(WebSocketSession session, PongMessage message) {
		Conversation conversation = conversation(session);
		if (conversation != null) {
			conversation.pong();
		}
	}

	@Override
	public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
		Conversation conversation = conversation(session);
		if (conversation != null) {
			conversation.closed(status.getCode());
		}
	}

}
