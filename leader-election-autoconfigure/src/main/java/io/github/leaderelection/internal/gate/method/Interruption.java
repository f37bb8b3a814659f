package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts a thread at most once, and only during one call. A pooled thread must not
 * carry an interrupt into its next task. The thread of the call creates and closes the
 * object, after those of inner calls.
 */
final class Interruption implements AutoCloseable {

	private static final ThreadLocal<@Nullable Interruption> INNERMOST = new ThreadLocal<>();

	private final Thread thread = Thread.currentThread();

	private final @Nullable Interruption outer = INNERMOST.get();

	private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

	/** Whether the call has seen its interrupt. Used by its own thread. */
	private boolean isSeen;

	Interruption() {
		INNERMOST.set(this);
		for (Interruption each = this.outer; each != null; each = each.outer) {
			each.isSeen |= each.phase.get() == Phase.INTERRUPTED && !this.thread.isInterrupted();
		}
	}

	/** Called from any thread. */
	void interrupt() {
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.INTERRUPTING)) {
			this.thread.interrupt();
			this.phase.set(Phase.INTERRUPTED);
		}
	}

	/**
	 * Prevents later interrupts and clears an earlier one, unless it is also that of an
	 * outer call.
	 */
	@Override
	public void close() {
		INNERMOST.set(this.outer);
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.LEFT)) {
			return;
		}
		awaitInterrupt();
		// A method that ignored the interrupt leaves the flag set.
		Thread.interrupted();
		for (Interruption each = this.outer; each != null; each = each.outer) {
			each.repeat();
		}
	}

	private void repeat() {
		awaitInterrupt();
		if (this.phase.get() == Phase.INTERRUPTED && !this.isSeen) {
			this.thread.interrupt();
		}
	}

	private void awaitInterrupt() {
		while (this.phase.get() == Phase.INTERRUPTING) {
			Thread.onSpinWait();
		}
	}

	private enum Phase {

		RUNNING, INTERRUPTING, INTERRUPTED, LEFT

	}

}
