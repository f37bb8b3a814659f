package io.github.leaderelection.system.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * One direction of a connection. Used by the selector's thread alone.
 */
final class Flow {

	/** As much as a proxy holds before it stops reading. */
	private static final int MOST_BYTES = 1 << 18;

	private static final int READ_BYTES = 1 << 14;

	private final Deque<Chunk> queue = new ArrayDeque<>();

	private int queuedBytes;

	private long lastDueNanos = System.nanoTime();

	private boolean sourceEnded;

	private boolean sinkEnded;

	private boolean lossy;

	/** Whether to read from the source. */
	boolean reads(LinkCondition condition) {
		return !this.sourceEnded && !condition.stalled() && this.queuedBytes < MOST_BYTES;
	}

	/** Whether something of it got lost, so that no byte may follow. */
	boolean isLossy() {
		return this.lossy;
	}

	boolean isOver() {
		return this.sinkEnded;
	}

	/** The bytes, or the end of them, got lost. */
	void lose() {
		this.lossy = true;
		this.queue.clear();
		this.queuedBytes = 0;
	}

	/** When the next bytes are due. */
	long dueNanos() {
		Chunk head = this.queue.peek();
		return (head != null) ? head.dueNanos() : Long.MAX_VALUE;
	}

	boolean hasDue(long now) {
		return dueNanos() - now <= 0 && !this.queue.isEmpty();
	}

	/**
	 * Takes what has come.
	 * @throws IOException if the source was reset
	 */
	void read(SocketChannel source, LinkCondition condition, ByteBuffer scratch) throws IOException {
		scratch.clear().limit(READ_BYTES);
		int count = source.read(scratch);
		if (count < 0) {
			this.sourceEnded = true;
		}
		if (condition.cut() || this.lossy) {
			lose();
			return;
		}
		if (count > 0) {
			byte[] bytes = new byte[count];
			scratch.flip().get(bytes);
			long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(condition.delayMillis());
			// A delay that became shorter lets nothing overtake.
			this.lastDueNanos = (due - this.lastDueNanos > 0) ? due : this.lastDueNanos;
			this.queue.add(new Chunk(ByteBuffer.wrap(bytes), this.lastDueNanos));
			this.queuedBytes += count;
		}
	}

	/**
	 * Hands on what is due.
	 * @throws IOException if the sink was reset
	 */
	void write(SocketChannel sink, LinkCondition condition, long now) throws IOException {
		if (condition.cut() && !this.queue.isEmpty()) {
			lose();
		}
		if (!condition.passes() || this.lossy) {
			return;
		}
		while (hasDue(now)) {
			ByteBuffer bytes = this.queue.peek().bytes();
			this.queuedBytes -= sink.write(bytes);
			if (bytes.hasRemaining()) {
				return;
			}
			this.queue.remove();
		}
		if (this.sourceEnded && this.queue.isEmpty() && !this.sinkEnded) {
			this.sinkEnded = true;
			sink.shutdownOutput();
		}
	}

	private record Chunk(ByteBuffer bytes, long dueNanos) {
	}

}
