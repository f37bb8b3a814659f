package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.util.Map;

import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.medium.TransportTimes;
import io.github.leaderelection.internal.transport.seal.FrameKey;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import org.apache.tomcat.websocket.WsSession;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;

/**
 * What is set on every connection of either side, and how one is closed for good. Knows
 * Tomcat's own ways and does without them on another server.
 */
final class Sockets {

	private static final int MAX_MESSAGE = WireCodec.MAX_FRAME_LENGTH + FrameKey.OVERHEAD;

	private static final long CLOSE_TIMEOUT_MILLIS = 1000;

	private static final Map<String, Object> TOMCAT_PROPERTIES = Map.of(
			"org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT", TransportTimes.WRITE_MILLIS,
			"org.apache.tomcat.websocket.SESSION_CLOSE_TIMEOUT", CLOSE_TIMEOUT_MILLIS);

	private static final boolean TOMCAT = ClassUtils.isPresent("org.apache.tomcat.websocket.WsSession",
			Sockets.class.getClassLoader());

	private Sockets() {
	}

	static void limit(WebSocketSession session) {
		session.setTextMessageSizeLimit(MAX_MESSAGE);
		session.setBinaryMessageSizeLimit(MAX_MESSAGE);
		Session jakarta = jakartaSession(session);
		if (jakarta != null) {
			jakarta.getUserProperties().putAll(TOMCAT_PROPERTIES);
		}
	}

	/**
	 * A request whose connection ends at the first control frame of a stranger, where the
	 * server lets that be seen.
	 */
	static HttpServletRequest guarded(HttpServletRequest request) {
		return TOMCAT ? new TomcatUpgrade(request) : request;
	}

	/** Tells the connection whom it is with. */
	static void watch(WebSocketSession session, Conversation conversation) {
		Session jakarta = jakartaSession(session);
		if (TOMCAT && jakarta != null) {
			TomcatUpgrade.watch(jakarta, conversation);
		}
	}

	/**
	 * Says why and closes the connection, whether or not the other side agrees. May block
	 * for a moment.
	 */
	static void closeForGood(WebSocketSession session, CloseStatus status) throws IOException {
		Session jakarta = jakartaSession(session);
		if (TOMCAT && jakarta != null && Tomcat.close(jakarta, status)) {
			return;
		}
		session.close(status);
	}

	private static @Nullable Session jakartaSession(WebSocketSession session) {
		return (session instanceof NativeWebSocketSession with) ? with.getNativeSession(Session.class) : null;
	}

	/**
	 * Loaded only where Tomcat is.
	 */
	private static final class Tomcat {

		/**
		 * An ordinary close waits for the other side's answer, up to ten seconds longer
		 * than its time-out: too many sockets where somebody floods this node.
		 */
		static boolean close(Session session, CloseStatus status) {
			if (!(session instanceof WsSession tomcat)) {
				return false;
			}
			String text = (status.getReason() != null) ? status.getReason() : "";
			CloseReason reason = new CloseReason(CloseCodes.getCloseCode(status.getCode()), text);
			tomcat.doClose(reason, reason, true);
			return true;
		}

	}

}
