package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Interrupts a thread at most once, and only during one call. A pooled thread must not
 * carry an interrupt into its next task. That thread creates and closes the object.
 */
final class Interruption implements AutoCloseable {

	private final Thread thread = Thread.currentThread();

	private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

	/** Called from any thread. */
	void interrupt() {
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.INTERRUPTING)) {
			this.thread.interrupt();
			this.phase.set(Phase.INTERRUPTED);
		}
	}

	/**
	 * Prevents later interrupts and clears an earlier one.
	 */
	@Override
	public void close() {
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.LEFT)) {
			return;
		}
		while (this.phase.get() == Phase.INTERRUPTING) {
			Thread.onSpinWait();
		}
		// A method that ignored the interrupt leaves the flag set.
		Thread.interrupted();
	}

	private enum Phase {

		RUNNING, INTERRUPTING, INTERRUPTED, LEFT

	}

}
