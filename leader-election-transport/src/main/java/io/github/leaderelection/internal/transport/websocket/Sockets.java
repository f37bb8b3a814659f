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
 * Limits and closes the connections of both sides. Uses Tomcat's own means where the
 * server is Tomcat.
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
	 * Wraps a request so that its connection ends at the first control frame of a
	 * stranger. On other servers than Tomcat the request stays as it is.
	 */
	static HttpServletRequest guarded(HttpServletRequest request) {
		return TOMCAT ? new TomcatUpgrade(request) : request;
	}

	/** Tells the connection who its other side is. */
	static void watch(WebSocketSession session, Conversation conversation) {
		Session jakarta = jakartaSession(session);
		if (TOMCAT && jakarta != null) {
			TomcatUpgrade.watch(jakarta, conversation);
		}
	}

	/**
	 * Sends the reason and closes the connection without the other side's consent. May
	 * block briefly.
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
	 * Loaded only on Tomcat.
	 */
	private static final class Tomcat {

		/**
		 * An ordinary close waits for the other side's answer, up to ten seconds longer
		 * than its time-out. A flood would hold too many sockets meanwhile.
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
