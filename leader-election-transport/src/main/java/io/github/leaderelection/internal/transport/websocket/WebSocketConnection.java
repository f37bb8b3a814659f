package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.CloseReason;
import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import org.jspecify.annotations.Nullable;

import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;

/**
 * A connection over WebSocket.
 */
final class WebSocketConnection implements Connection {

	/** The WebSocket protocol allows no longer close reason. */
	private static final int MAX_CLOSE_TEXT = 123;

	private final WebSocketSession session;

	private volatile @Nullable Conversation conversation;

	private volatile @Nullable FrameOpener opener;

	private volatile @Nullable FrameSealer sealer;

	/** Whether anything was sent. Only the writing thread uses it. */
	private boolean begun;

	WebSocketConnection(WebSocketSession session) {
		this.session = session;
	}

	/**
	 * Hands the connection over.
	 * @return whether it was taken
	 */
	boolean take(Function<Connection, @Nullable Conversation> taking) {
		this.conversation = taking.apply(this);
		return this.conversation != null;
	}

	/** Null before the connection is taken. */
	@Nullable Conversation conversation() {
		return this.conversation;
	}

	/** Only the reader calls this. */
	void read(Conversation told, String message) {
		FrameOpener present = this.opener;
		try {
			String frames = (present != null) ? present.open(message) : message;
			told.frames(List.of(frames.split("\n", -1)));
		}
		catch (SealException ex) {
			told.unsealed(ex);
		}
	}

	@Override
	public void send(String frames) throws IOException {
		this.session.sendMessage(new TextMessage(this.begun ? sealed(frames) : frames));
		this.begun = true;
	}

	private String sealed(String frames) throws IOException {
		FrameSealer present = this.sealer;
		if (present == null) {
			throw new IOException("The other side has not answered yet");
		}
		return present.seal(frames);
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
	public void keyed(SessionKeys keys, Side own) {
		this.opener = keys.opener(own.other());
		this.sealer = keys.sealer(own);
	}

	@Override
	public void introduced(NodeId peer, @Nullable URI url) {
		// This side sends on the open connection.
	}

	@Override
	public boolean isEchoNeeded() {
		return false;
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
	public String remoteAddress() {
		return String.valueOf(this.session.getRemoteAddress());
	}

	@Override
	public String remoteHost() {
		InetSocketAddress address = this.session.getRemoteAddress();
		return (address != null) ? address.getHostString() : "an unknown address";
	}

}
