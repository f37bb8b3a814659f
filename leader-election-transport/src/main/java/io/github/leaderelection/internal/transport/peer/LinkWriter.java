package io.github.leaderelection.internal.transport.peer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.internal.transport.medium.CloseReason;
import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.TransportTimes;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Alone writes to a connection and closes it, one job at a time. It runs on a worker's
 * thread or, where the medium demands it, on the reader's. Callers do not wait. Safe for
 * use from any thread.
 */
public final class LinkWriter {

	private static final Logger logger = LoggerFactory.getLogger(LinkWriter.class);

	/** A little less than the time after which the write itself fails. */
	private static final long STUCK_NANOS = (TransportTimes.WRITE_MILLIS - 200) * 1_000_000;

	private static final Job CLOSED = () -> {
	};

	private final ReentrantLock lock = new ReentrantLock();

	private final SendQueue queue = new SendQueue();

	private final WritePace pace = new WritePace();

	private final Connection connection;

	private final Executor workers;

	private final Consumer<Throwable> onFailure;

	private final Runnable onClosed;

	private final SentCounts sent;

	private boolean working;

	private boolean pingWanted;

	private @Nullable Job closing;

	private boolean leftToReader;

	/** Writes the messages since they were handed over, or null. */
	private @Nullable LinkWriter successor;

	/** The reading thread while it has to write, too. */
	private volatile @Nullable Thread reader;

	/** When the present write began, or 0. */
	private volatile long writingSinceNanos;

	public LinkWriter(Connection connection, Executor workers, Consumer<Throwable> onFailure, Runnable onClosed,
			SentCounts sent) {
		this.connection = connection;
		this.workers = workers;
		this.onFailure = onFailure;
		this.onClosed = onClosed;
		this.sent = sent;
	}

	/**
	 * Runs a task on the connection's reader. The reader itself then writes what the task
	 * queued, and closes.
	 */
	public void byReader(Runnable task) {
		this.reader = Thread.currentThread();
		try {
			task.run();
		}
		finally {
			this.reader = null;
			if (takeLeft()) {
				workOff();
			}
		}
	}

	private boolean takeLeft() {
		this.lock.lock();
		try {
			boolean left = this.leftToReader;
			this.leftToReader = false;
			return left;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Queues a frame, or drops it if the connection is closing. Messages that were handed
	 * over follow those before them.
	 * @return the same as {@link SendQueue#add}
	 */
	public int send(Frame frame) {
		this.lock.lock();
		try {
			LinkWriter next = this.successor;
			if (next != null && frame.kind() != SendQueue.Kind.HANDSHAKE) {
				return next.send(frame);
			}
			if (this.closing != null) {
				return 0;
			}
			int outcome = this.queue.add(frame);
			work();
			return outcome;
		}
		finally {
			this.lock.unlock();
		}
	}

	public void ping() {
		this.lock.lock();
		try {
			this.pingWanted = true;
			work();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Hands messages over to another connection with the same peer: those that are queued
	 * and those that senders still bring here. So no message overtakes another one.
	 */
	void handOverTo(LinkWriter other) {
		this.lock.lock();
		try {
			this.queue.takeMessages().forEach(other::send);
			this.successor = other;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Writes messages itself again. */
	void takeBack() {
		this.lock.lock();
		try {
			this.successor = null;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Closes the connection after everything queued is written. */
	void closeAfterFlush(CloseReason reason) {
		close(() -> this.connection.close(reason), false);
	}

	/** Closes the connection at once. Queued frames are lost. */
	void abort(CloseReason reason) {
		close(() -> this.connection.abort(reason), true);
	}

	private void close(Job how, boolean atOnce) {
		this.lock.lock();
		try {
			if (this.closing != CLOSED && (atOnce || this.closing == null)) {
				this.closing = how;
			}
			if (atOnce) {
				this.queue.clear();
			}
			work();
		}
		finally {
			this.lock.unlock();
		}
	}

	public int queuedBytes() {
		this.lock.lock();
		try {
			return this.queue.bytes();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether the other side reads too slowly. */
	public boolean isStuck() {
		long since = this.writingSinceNanos;
		return since != 0 && System.nanoTime() - since > STUCK_NANOS;
	}

	private void work() {
		if (!this.working && this.closing != CLOSED) {
			this.working = true;
			if (Thread.currentThread() == this.reader) {
				this.leftToReader = true;
			}
			else {
				this.workers.execute(this::workOff);
			}
		}
	}

	private void workOff() {
		for (Job job = next(); job != null; job = next()) {
			long now = System.nanoTime();
			this.writingSinceNanos = (now != 0) ? now : 1;
			try {
				job.run();
			}
			catch (Throwable ex) {
				// Even after an error this writer has to close the connection.
				logger.debug("Writing to {} failed", this.connection.remoteAddress(), ex);
				this.onFailure.accept(ex);
			}
			this.writingSinceNanos = 0;
		}
	}

	private @Nullable Job next() {
		this.lock.lock();
		try {
			Job last = this.closing;
			long wait = (last == null && this.queue.bytes() > 0) ? this.pace.take(System.nanoTime()) : 0;
			if (wait > 0) {
				return () -> LockSupport.parkNanos(wait);
			}
			List<String> frames = this.queue.poll(WireCodec.MAX_FRAME_LENGTH);
			if (!frames.isEmpty()) {
				return () -> write(frames);
			}
			if (last == CLOSED) {
				return null;
			}
			if (last != null) {
				this.closing = CLOSED;
				return () -> closeNow(last);
			}
			if (this.pingWanted) {
				this.pingWanted = false;
				return this.connection::ping;
			}
			this.working = false;
			return null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void write(List<String> frames) throws IOException {
		String message = String.join("\n", frames);
		this.connection.send(message);
		this.sent.add(frames.size(), message.length());
	}

	private void closeNow(Job how) throws IOException {
		try {
			how.run();
		}
		finally {
			this.onClosed.run();
		}
	}

	/**
	 * A write or close. May block.
	 */
	private interface Job {

		void run() throws IOException;

	}

}
