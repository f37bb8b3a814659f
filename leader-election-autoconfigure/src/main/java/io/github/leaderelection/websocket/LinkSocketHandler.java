package io.github.leaderelection.websocket;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/**
 * Brings what the WebSocket container reports to the connection it belongs to.
 */
final class LinkSocketHandler extends AbstractWebSocketHandler {

	private static final String TRAFFIC = LinkTraffic.class.getName();

	private final Function<WebSocketSession, @Nullable LinkTraffic> opening;

	/**
	 * Makes a handler.
	 * @param opening takes a new connection, or gives null to have it closed
	 */
	LinkSocketHandler(Function<WebSocketSession, @Nullable LinkTraffic> opening) {
		this.opening = opening;
	}

	@Override
	public void afterConnectionEstablished(WebSocketSession session) throws Exception {
		LinkTraffic traffic = this.opening.apply(session);
		if (traffic == null) {
			Sockets.closeForGood(session, CloseStatus.GOING_AWAY);
			return;
		}
		session.getAttributes().put(TRAFFIC, traffic);
	}

	private static @Nullable LinkTraffic traffic(WebSocketSession session) {
		return (LinkTraffic) session.getAttributes().get(TRAFFIC);
	}

	@Override
	protected void handleTextMessage(WebSocketSession session, TextMessage message) {
		LinkTraffic traffic = traffic(session);
		if (traffic != null) {
			traffic.text(message.getPayload());
		}
	}

	@Override
	protected void handleBinaryMessage(WebSocketSession session, BinaryMessage message) {
		LinkTraffic traffic = traffic(session);
		if (traffic != null) {
			traffic.binary();
		}
	}

	@Override
	protected void handlePongMessage(WebSocketSession session, PongMessage message) {
		LinkTraffic traffic = traffic(session);
		if (traffic != null) {
			traffic.pong();
		}
	}

	@Override
	public void afterConnectionClosed(WebSocketSession session, CloseStatus status) {
		LinkTraffic traffic = traffic(session);
		if (traffic != null) {
			traffic.closed(status);
		}
	}

}
