package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket of Jetty's server. Its own writes wait for the network without a limit, so
 * these wait for a bounded time.
 */
final class JettySocket implements Socket {

	private static final long CLOSE_MILLIS = 1000;

	private final AtomicBoolean ponging = new AtomicBoolean();

	private final Session session;

	JettySocket(Session session) {
		this.session = session;
	}

	@Override
	public void text(String message) throws IOException {
		Socket.await(Callback.Completable.with((written) -> this.session.sendText(message, written)),
				TransportTimes.WRITE_MILLIS);
	}

	@Override
	public void ping() throws IOException {
		Socket.await(Callback.Completable.with((written) -> this.session.sendPing(ByteBuffer.allocate(0), written)),
				TransportTimes.WRITE_MILLIS);
	}

	/**
	 * Answers a ping without waiting. While an answer is being written, further pings are
	 * not answered.
	 */
	void pong() {
		if (this.ponging.compareAndSet(false, true)) {
			Callback.Completable.with((written) -> this.session.sendPong(ByteBuffer.allocate(0), written))
				.whenComplete((nothing, failure) -> this.ponging.set(false));
		}
	}

	/** Closes the socket without waiting. */
	void refuse(int code) {
		Callback.Completable.with((written) -> this.session.close(code, null, written))
			.orTimeout(CLOSE_MILLIS, TimeUnit.MILLISECONDS)
			.whenComplete((nothing, failure) -> this.session.disconnect());
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		abort(reason);
	}

	/** Waits for a bounded time only, as the other side may not read. */
	@Override
	public void abort(CloseReason reason) throws IOException {
		try {
			Socket.await(
					Callback.Completable.with((written) -> this.session.close(reason.code(), reason.text(), written)),
					CLOSE_MILLIS);
		}
		finally {
			this.session.disconnect();
		}
	}

	@Override
	public boolean isWrittenByReader() {
		return false;
	}

	@Override
	public @Nullable InetSocketAddress remoteAddress() {
		return (this.session.getRemoteSocketAddress() instanceof InetSocketAddress remote) ? remote : null;
	}

}
