package io.github.leaderelection.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

import io.github.leaderelection.link.CloseReason;
import io.github.leaderelection.link.Connection;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * A connection that is a WebSocket.
 */
final class WebSocketConnection implements Connection {

	/** Of a close reason, by the WebSocket protocol. */
	private static final int MAX_CLOSE_TEXT = 123;

	private final WebSocketSession session;

	WebSocketConnection(WebSocketSession session) {
		this.session = session;
	}

	@Override
	public void send(List<String> texts) throws IOException {
		for (String text : texts) {
			this.session.sendMessage(new TextMessage(text));
		}
	}

	@Override
	public int batchLength() {
		return 0;
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
		String text = reason.text();
		return new CloseStatus(reason.code(), text.substring(0, Math.min(text.length(), MAX_CLOSE_TEXT)));
	}

	@Override
	public void greeted(NodeId peer, @Nullable URI url, byte[] key) {
		// Nobody else can write to this socket, so what follows needs no key.
	}

	@Override
	public boolean isEchoNeeded() {
		return false;
	}

	/**
	 * Tomcat keeps for good what belongs to a connection that another thread closes just
	 * when the reader is about to go back: a little for each that is refused. Closed by
	 * the reader, its next read fails and Tomcat lets go of all.
	 */
	@Override
	public boolean isWrittenByReader() {
		return true;
	}

	@Override
	public String remoteAddress() {
		return String.valueOf(this.session.getRemoteAddress());
	}

	@Override
	public String remoteHost() {
		InetSocketAddress address = this.session.getRemoteAddress();
		return (address != null) ? address.getHostString() : "an unknown address";
	}

}
