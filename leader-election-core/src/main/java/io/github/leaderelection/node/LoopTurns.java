package io.github.leaderelection.node;

import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.internal.runtime.environment.LoopWaker;
import org.jspecify.annotations.Nullable;

/**
 * Makes one thread at a time run the loop: its own, or one that has just received a
 * message. Waking the loop's own thread for a message costs more than handling it. The
 * own thread runs the loop first and last, and whenever a timer is due.
 */
final class LoopTurns implements LoopWaker {

	private final ReentrantLock turn = new ReentrantLock();

	private final ThreadLocal<@Nullable Bringing> bringing = new ThreadLocal<>();

	private final LoopSignal signal;

	/** The loop while other threads may run it. */
	private volatile @Nullable Loop lent;

	/** The monotonic clock when the own thread next runs the loop unless woken. */
	private long ownNextNanos;

	/**
	 * Makes turns before the first run.
	 * @param signal wakes the loop's own thread
	 */
	LoopTurns(LoopSignal signal) {
		this.signal = signal;
	}

	@Override
	public void wakeUp() {
		Bringing present = this.bringing.get();
		if (present != null) {
			present.brought = true;
		}
		else {
			this.signal.wakeUp();
		}
	}

	/**
	 * Runs a task that may queue inputs, and then the loop if it did. If another thread
	 * runs the loop meanwhile, the loop's own thread handles the inputs.
	 */
	@Override
	public void bring(Runnable task) {
		if (this.lent == null || this.bringing.get() != null) {
			task.run();
			return;
		}
		Bringing own = new Bringing();
		this.bringing.set(own);
		boolean left = false;
		try {
			task.run();
		}
		finally {
			try {
				if (own.brought) {
					own.brought = false;
					left = !runLent();
				}
			}
			finally {
				this.bringing.remove();
				if (left || own.brought) {
					this.signal.wakeUp();
				}
			}
		}
	}

	/** Returns false if the own thread must run the loop. */
	private boolean runLent() {
		if (!this.turn.tryLock()) {
			return false;
		}
		try {
			Loop loop = this.lent;
			return loop != null && runLent(loop);
		}
		finally {
			this.turn.unlock();
		}
	}

	private boolean runLent(Loop loop) {
		try {
			long next = loop.runBriefly();
			// The own thread notices a later time when the earlier one has come.
			boolean sooner = next != Long.MAX_VALUE
					&& (this.ownNextNanos == Long.MAX_VALUE || next - this.ownNextNanos < 0);
			return !sooner && !loop.isStopped();
		}
		catch (Throwable ex) {
			this.lent = null;
			loop.fail(ex);
			return false;
		}
	}

	/**
	 * Runs the loop on its own thread. Then others may run it, too.
	 * @return when to run it again
	 */
	long runOwn(Loop loop) {
		this.turn.lock();
		try {
			this.lent = null;
			if (loop.isStopped()) {
				return Long.MAX_VALUE;
			}
			this.ownNextNanos = loop.runPending();
			this.lent = loop;
			return this.ownNextNanos;
		}
		finally {
			this.turn.unlock();
		}
	}

	/** Waits until no thread runs the loop, and keeps others from running it again. */
	void end() {
		this.turn.lock();
		try {
			this.lent = null;
		}
		finally {
			this.turn.unlock();
		}
	}

	/**
	 * The loop that is run; see
	 * {@link io.github.leaderelection.internal.runtime.ElectionLoop}.
	 */
	interface Loop {

		/** Returns when to run it again, {@link Long#MAX_VALUE} for never. */
		long runPending();

		/**
		 * Does the same, but leaves the rest to another run if there is much to do: a
		 * reading thread must return to its link.
		 */
		long runBriefly();

		boolean isStopped();

		void fail(Throwable cause);

	}

	/**
	 * Whether the task of a thread has queued an input.
	 */
	private static final class Bringing {

		private boolean brought;

	}

}
