package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection.Writing;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Session;
import org.apache.tomcat.websocket.WsSession;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket of Tomcat's client or server.
 *
 * @param writes writes that do not block, null if Tomcat can only block
 */
record JakartaSocket(Session session, InetSocketAddress remoteAddress,
		@Nullable TomcatWrites writes) implements Socket {

	static final long CLOSE_TIMEOUT_MILLIS = 1000;

	@Override
	public void text(String message) throws IOException {
		this.session.getBasicRemote().sendText(message);
	}

	@Override
	public boolean isBegunAtOnce() {
		return this.writes != null;
	}

	@Override
	public Writing begin(String message) {
		Writing begun = (this.writes != null) ? this.writes.begin(message) : null;
		return (begun != null) ? begun : new Writing() {

			@Override
			public boolean isDone() {
				return false;
			}

			@Override
			public void end() throws IOException {
				text(message);
			}

		};
	}

	@Override
	public void ping() throws IOException {
		this.session.getBasicRemote().sendPing(ByteBuffer.allocate(0));
	}

	@Override
	public void close(CloseReason reason) throws IOException {
		this.session.close(jakarta(reason));
	}

	/**
	 * An ordinary close waits for the other side's answer, up to ten seconds longer than
	 * its time-out. A flood would hold too many sockets meanwhile.
	 */
	@Override
	public void abort(CloseReason reason) throws IOException {
		if (this.session instanceof WsSession tomcat) {
			tomcat.doClose(jakarta(reason), jakarta(reason), true);
		}
		else {
			close(reason);
		}
	}

	private static jakarta.websocket.CloseReason jakarta(CloseReason reason) {
		return new jakarta.websocket.CloseReason(CloseCodes.getCloseCode(reason.code()), reason.text());
	}

	/**
	 * Tomcat leaks a little memory if another thread closes a connection while the reader
	 * returns. If the reader closes it, its next read fails and Tomcat frees everything.
	 */
	@Override
	public boolean isWrittenByReader() {
		return true;
	}

}
