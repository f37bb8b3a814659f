package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a WebSocket of any client or server.
 */
public final class WebSocketConnection implements Connection {

	/** The WebSocket protocol allows no longer close reason. */
	private static final int MAX_CLOSE_TEXT = 123;

	private final Socket socket;

	private volatile @Nullable FrameListener conversation;

	private volatile @Nullable FrameOpener opener;

	private volatile @Nullable FrameSealer sealer;

	/** Whether anything was sent. Only the writing thread changes it. */
	private volatile boolean begun;

	public WebSocketConnection(Socket socket) {
		this.socket = socket;
	}

	/** Hands the connection over. */
	public boolean take(Function<Connection, @Nullable FrameListener> taking) {
		this.conversation = taking.apply(this);
		return this.conversation != null;
	}

	/** The listener of this connection, null before the connection is taken. */
	public @Nullable FrameListener conversation() {
		return this.conversation;
	}

	/** Only the reader calls this. */
	public void read(FrameListener told, String message) {
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
		this.socket.text(this.begun ? sealed(frames) : frames);
		this.begun = true;
	}

	/**
	 * {@inheritDoc}
	 * @return true: a thread of the client reads a dialled connection
	 */
	@Override
	public boolean isReadByOwnThread() {
		return true;
	}

	@Override
	public boolean isBegunAtOnce() {
		return this.begun && this.socket.isBegunAtOnce();
	}

	@Override
	public Writing begin(String frames) throws IOException {
		return this.socket.begin(sealed(frames));
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
		this.socket.ping();
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		this.socket.close(shortened(reason));
	}

	@Override
	public void abort(CloseReason reason) throws IOException {
		this.socket.abort(shortened(reason));
	}

	private static CloseReason shortened(CloseReason reason) {
		String text = reason.text();
		return new CloseReason(reason.code(), text.substring(0, Math.min(text.length(), MAX_CLOSE_TEXT)));
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

	@Override
	public boolean isWrittenByReader() {
		return this.socket.isWrittenByReader();
	}

	@Override
	public String remoteAddress() {
		InetSocketAddress address = this.socket.remoteAddress();
		return (address != null) ? remoteHost() + ":" + address.getPort() : remoteHost();
	}

	@Override
	public String remoteHost() {
		InetSocketAddress address = this.socket.remoteAddress();
		return (address != null) ? address.getHostString() : "an unknown address";
	}

}
