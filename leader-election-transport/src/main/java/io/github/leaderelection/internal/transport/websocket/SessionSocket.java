package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;

import io.github.leaderelection.internal.transport.medium.CloseReason;
import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * A WebSocket of Spring's client or server on the Jakarta API.
 */
final class SessionSocket implements Socket {

	private final WebSocketSession session;

	SessionSocket(WebSocketSession session) {
		this.session = session;
	}

	@Override
	public void text(String message) throws IOException {
		this.session.sendMessage(new TextMessage(message));
	}

	@Override
	public void ping() throws IOException {
		this.session.sendMessage(new PingMessage());
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		this.session.close(status(reason));
	}

	@Override
	public void abort(CloseReason reason) throws IOException {
		Sockets.closeForGood(this.session, status(reason));
	}

	private static CloseStatus status(CloseReason reason) {
		return new CloseStatus(reason.code(), reason.text());
	}

	/**
	 * Tomcat leaks a little memory if another thread closes a connection while the reader
	 * returns. If the reader closes it, its next read fails and Tomcat frees everything.
	 */
	@Override
	public boolean isWrittenByReader() {
		return true;
	}

	@Override
	public @Nullable InetSocketAddress remoteAddress() {
		return this.session.getRemoteAddress();
	}

}
