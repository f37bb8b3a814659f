package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.transport.spi.Connection.Writing;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.SocketWrapperBase.BlockingMode;
import org.apache.tomcat.util.net.SocketWrapperBase.CompletionState;
import org.jspecify.annotations.Nullable;

/**
 * Writes texts on an accepted WebSocket without blocking. Tomcat's own API reports the
 * end of each write on a server thread, so these writes bypass it. Each write is one
 * whole frame. Tomcat allows one write at a time on the socket, so its control frames go
 * before or after.
 */
final class TomcatWrites {

	private static final byte WHOLE_TEXT = (byte) 0x81;

	private static final int SHORT = 125;

	private static final byte TWO_BYTES = 126;

	/** The longest text in bytes that fits into one frame here. */
	static final int LONGEST = 0xffff;

	private volatile @Nullable SocketWrapperBase<?> socket;

	void on(SocketWrapperBase<?> wrapper) {
		this.socket = wrapper;
	}

	boolean arePossible() {
		SocketWrapperBase<?> present = this.socket;
		return present != null && present.hasAsyncIO();
	}

	/**
	 * Begins to write a text.
	 * @return the write, or null if nothing is written: the text is too long, or another
	 * write is under way
	 */
	@Nullable Writing begin(String text) {
		SocketWrapperBase<?> present = this.socket;
		if (present == null || text.length() > LONGEST) {
			return null;
		}
		Begun begun = new Begun();
		CompletionState state = present.write(BlockingMode.NON_BLOCK, TransportTimes.WRITE_MILLIS,
				TimeUnit.MILLISECONDS, null, SocketWrapperBase.COMPLETE_WRITE_WITH_COMPLETION, begun, frame(text));
		return (state != CompletionState.NOT_DONE) ? begun : null;
	}

	/** Encodes a text as one frame without a mask, as servers do not mask. */
	static ByteBuffer frame(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
		ByteBuffer frame = ByteBuffer.allocate(bytes.length + 4);
		frame.put(WHOLE_TEXT);
		if (bytes.length <= SHORT) {
			frame.put((byte) bytes.length);
		}
		else {
			frame.put(TWO_BYTES).putShort((short) bytes.length);
		}
		return frame.put(bytes).flip();
	}

	/**
	 * A write on the socket. Tomcat reports the end of the write on any thread.
	 */
	private static final class Begun implements Writing, CompletionHandler<Long, @Nullable Void> {

		private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

		@Override
		public void completed(Long written, @Nullable Void nothing) {
			this.done.complete(null);
		}

		@Override
		public void failed(Throwable failure, @Nullable Void nothing) {
			this.done.completeExceptionally(failure);
		}

		@Override
		public boolean isDone() {
			return this.done.isDone();
		}

		@Override
		public void end() throws IOException {
			Socket.await(this.done, TransportTimes.WRITE_MILLIS);
		}

	}

}
