package io.github.leaderelection.internal.gate.method;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Interrupts a thread at most once, and not after it has left what was to be interrupted:
 * a thread of a pool must not take an interrupt to its next task. Made and closed by that
 * thread.
 */
final class Interruption implements AutoCloseable {

	private final Thread thread = Thread.currentThread();

	private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);

	/** For any thread. */
	void interrupt() {
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.INTERRUPTING)) {
			this.thread.interrupt();
			this.phase.set(Phase.INTERRUPTED);
		}
	}

	/**
	 * From here on nothing is interrupted, and what was is no longer.
	 */
	@Override
	public void close() {
		if (this.phase.compareAndSet(Phase.RUNNING, Phase.LEFT)) {
			return;
		}
		while (this.phase.get() == Phase.INTERRUPTING) {
			Thread.onSpinWait();
		}
		// who could not be interrupted any more still has the mark
		Thread.interrupted();
	}

	private enum Phase {

		RUNNING, INTERRUPTING, INTERRUPTED, LEFT

	}

}
