package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.server.PeerExchange;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket of the JDK's client, and the listener of its events. The client reports one
 * event at a time and answers pings itself.
 */
final class JdkSocket implements Socket, WebSocket.Listener {

	private static final int NO_CLOSE = 1006;

	private static final long CLOSE_MILLIS = 1000;

	private final StringBuilder parts = new StringBuilder();

	private final URI target;

	private volatile @Nullable WebSocket socket;

	private volatile @Nullable WebSocketConnection connection;

	private volatile int failed;

	JdkSocket(URI target) {
		this.target = target;
	}

	/** Sets the open socket. Nothing is read yet. */
	JdkSocket over(WebSocket open) {
		this.socket = open;
		return this;
	}

	/** Starts to read for a connection that was taken. */
	void read(WebSocketConnection taken) {
		this.connection = taken;
		int code = this.failed;
		if (code != 0) {
			closed(code);
		}
		open().request(1);
	}

	private WebSocket open() {
		WebSocket present = this.socket;
		if (present == null) {
			throw new IllegalStateException("The WebSocket is used before it is open");
		}
		return present;
	}

	@Override
	public void onOpen(WebSocket opened) {
		// Nothing is read before the connection is taken.
	}

	@Override
	public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
		if (this.parts.length() + data.length() > PeerExchange.MAX_MESSAGE) {
			from.abort();
			closed(CloseReason.TOO_BIG);
			return null;
		}
		this.parts.append(data);
		WebSocketConnection taken = this.connection;
		if (last && taken != null) {
			String message = this.parts.toString();
			this.parts.setLength(0);
			FrameListener told = taken.conversation();
			if (told != null) {
				taken.read(told, message);
			}
		}
		from.request(1);
		return null;
	}

	@Override
	public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
		FrameListener told = conversation();
		if (told != null) {
			told.binary();
		}
		from.request(1);
		return null;
	}

	@Override
	public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
		FrameListener told = conversation();
		if (told != null) {
			told.pong();
		}
		from.request(1);
		return null;
	}

	@Override
	public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
		closed(code);
		return null;
	}

	@Override
	public void onError(WebSocket from, Throwable failure) {
		if (failure instanceof CharacterCodingException) {
			closed(CloseReason.BAD_DATA);
		}
		else {
			closed((failure instanceof ProtocolException) ? CloseReason.PROTOCOL_ERROR : NO_CLOSE);
		}
	}

	private void closed(int code) {
		this.failed = code;
		FrameListener told = conversation();
		if (told != null) {
			told.closed(code);
		}
	}

	private @Nullable FrameListener conversation() {
		WebSocketConnection taken = this.connection;
		return (taken != null) ? taken.conversation() : null;
	}

	@Override
	public void text(String message) throws IOException {
		Socket.await(open().sendText(message, true), TransportTimes.WRITE_MILLIS);
	}

	@Override
	public void ping() throws IOException {
		Socket.await(open().sendPing(ByteBuffer.allocate(0)), TransportTimes.WRITE_MILLIS);
	}

	/** Sends the close, and gives the other side a second to answer. */
	@Override
	public void close(CloseReason reason) throws IOException {
		try {
			Socket.await(open().sendClose(reason.code(), reason.text()), CLOSE_MILLIS);
		}
		finally {
			CompletableFuture.delayedExecutor(CLOSE_MILLIS, TimeUnit.MILLISECONDS).execute(open()::abort);
		}
	}

	@Override
	public void abort(CloseReason reason) throws IOException {
		try {
			Socket.await(open().sendClose(reason.code(), reason.text()), CLOSE_MILLIS);
		}
		finally {
			open().abort();
		}
	}

	@Override
	public boolean isWrittenByReader() {
		return false;
	}

	@Override
	public InetSocketAddress remoteAddress() {
		return SocketUri.address(this.target);
	}

}
