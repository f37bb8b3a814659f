package io.github.leaderelection.internal.transport.peer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.Connection.Writing;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.wire.FrameParts;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of a connection: writes frames and closes it, one job at a time. Jobs
 * run on a worker or, where the medium demands it, on the reader's thread. A write that
 * does not block may run on the caller's thread. Callers do not wait. Safe for use from
 * any thread.
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

	/** The rest of a write that a caller began, or null. */
	private @Nullable Job unended;

	/** The writer to which messages were handed over, or null. */
	private @Nullable LinkWriter successor;

	/** The reading thread while it also has to write, otherwise null. */
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
	 * Runs a task on the calling thread, which is the connection's reader. The reader
	 * then writes the frames that the task queued, and closes the connection if needed.
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
	 * Queues a frame, or drops it if the connection is closing. After a handover the
	 * successor queues messages behind those handed over.
	 */
	public int send(Frame frame) {
		this.lock.lock();
		try {
			int outcome = add(frame);
			work();
			return outcome;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Queues a frame as {@link #send} does. The caller writes it if no other thread
	 * writes and the connection takes it without blocking. To wake a worker costs more
	 * than the write.
	 */
	public int sendAtOnce(Frame frame) {
		int outcome;
		List<String> frames;
		this.lock.lock();
		try {
			outcome = add(frame);
			frames = takeAtOnce();
		}
		finally {
			this.lock.unlock();
		}
		if (!frames.isEmpty()) {
			begin(frames);
		}
		return outcome;
	}

	private int add(Frame frame) {
		LinkWriter next = this.successor;
		if (next != null && frame.kind() != SendQueue.Kind.HANDSHAKE) {
			return next.send(frame);
		}
		return (this.closing != null) ? 0 : this.queue.add(frame);
	}

	/** Returns the frames that the caller has to write; none if another thread does. */
	private List<String> takeAtOnce() {
		boolean free = !this.working && !this.pingWanted && this.closing == null && this.queue.bytes() > 0;
		if (!free || Thread.currentThread() == this.reader || !this.connection.isBegunAtOnce()
				|| this.queue.bytes() > WireCodec.MAX_FRAME_LENGTH || !this.pace.takeRested(System.nanoTime())) {
			work();
			return List.of();
		}
		this.working = true;
		return this.queue.poll(WireCodec.MAX_FRAME_LENGTH);
	}

	/** Begins a write on the caller's thread. Never blocks or throws. */
	private void begin(List<String> frames) {
		String message = String.join("\n", frames);
		this.writingSinceNanos = presentNanos();
		Job end = null;
		try {
			Writing writing = this.connection.begin(message);
			if (writing.isDone()) {
				end(writing, message, frames.size());
			}
			else {
				end = () -> end(writing, message, frames.size());
			}
		}
		catch (Throwable ex) {
			end = () -> failed(ex);
		}
		begun(end);
	}

	/** Leaves an unfinished or failed write, and frames queued meanwhile, to a worker. */
	private void begun(@Nullable Job end) {
		this.lock.lock();
		try {
			this.unended = end;
			if (end != null || this.closing != null || this.pingWanted || this.queue.bytes() > 0) {
				this.workers.execute(this::workOff);
			}
			else {
				this.writingSinceNanos = 0;
				this.working = false;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void end(Writing writing, String message, int frames) throws IOException {
		writing.end();
		this.sent.add(frames, message.length());
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
	 * Hands messages over to another connection with the same peer. Messages that senders
	 * still pass here follow the queued ones, so none overtakes another.
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

	/** Ends a handover: this writer writes messages itself again. */
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
			this.writingSinceNanos = presentNanos();
			try {
				job.run();
			}
			catch (Throwable ex) {
				// Even after an error this writer has to close the connection.
				failed(ex);
			}
			this.writingSinceNanos = 0;
		}
	}

	private void failed(Throwable failure) {
		logger.debug("Writing to {} failed", this.connection.remoteAddress(), failure);
		this.onFailure.accept(failure);
	}

	/** Returns the monotonic time, but never 0, which means that no job runs. */
	private static long presentNanos() {
		long now = System.nanoTime();
		return (now != 0) ? now : 1;
	}

	private @Nullable Job next() {
		this.lock.lock();
		try {
			Job begun = this.unended;
			if (begun != null) {
				this.unended = null;
				return begun;
			}
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
		for (String part : FrameParts.cut(message)) {
			this.connection.send(part);
		}
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
