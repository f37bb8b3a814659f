package io.github.leaderelection.internal.forward.reactive;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.internal.forward.message.Pieces;
import org.jspecify.annotations.Nullable;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * A body as a stream. A read waits for the next piece for a limited time, unlike one of
 * {@link DataBufferUtils#subscriberInputStream}.
 */
final class ReactiveInput extends InputStream {

	private final Pieces pieces = new Pieces();

	private final Flux<DataBuffer> source;

	private final Duration limit;

	private @Nullable ByteBuffer present;

	private boolean begun;

	private boolean ended;

	ReactiveInput(Flux<DataBuffer> source, Duration limit) {
		this.source = source;
		this.limit = limit;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return (read(one, 0, 1) < 0) ? -1 : Byte.toUnsignedInt(one[0]);
	}

	@Override
	public int read(byte[] target, int offset, int length) throws IOException {
		while (!this.ended && (this.present == null || !this.present.hasRemaining())) {
			advance();
		}
		if (this.present == null || this.ended) {
			return -1;
		}
		int count = Math.min(length, this.present.remaining());
		this.present.get(target, offset, count);
		return count;
	}

	private void advance() throws IOException {
		if (!this.begun) {
			this.begun = true;
			JdkFlowAdapter.publisherToFlowPublisher(this.source.map(ReactiveInput::copied)).subscribe(this.pieces);
		}
		try {
			List<ByteBuffer> next = this.pieces.next(this.limit);
			this.ended = (next == null);
			this.present = (next != null) ? next.get(0) : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new InterruptedIOException();
		}
	}

	private static List<ByteBuffer> copied(DataBuffer buffer) {
		byte[] bytes = new byte[buffer.readableByteCount()];
		buffer.read(bytes);
		DataBufferUtils.release(buffer);
		return List.of(ByteBuffer.wrap(bytes));
	}

	@Override
	public void close() {
		this.pieces.discard();
	}

}
