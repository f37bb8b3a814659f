package io.github.leaderelection.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts leader-only work in flight under one grant. One word holds the count and whether
 * admission is closed, so that nothing is admitted after closing and the end of the work
 * is seen exactly once. Safe for use from any thread.
 */
final class WorkCounter {

	private static final long CLOSED = Long.MIN_VALUE;

	private final AtomicLong word = new AtomicLong();

	/** Admits one piece of work unless closed. */
	boolean tryBegin() {
		long seen = this.word.get();
		while (seen >= 0) {
			if (this.word.compareAndSet(seen, seen + 1)) {
				return true;
			}
			seen = this.word.get();
		}
		return false;
	}

	/** Ends one piece of work; true if admission is closed and this was the last. */
	boolean end() {
		return this.word.decrementAndGet() == CLOSED;
	}

	/** Closes admission; true if it was open and there is no work to wait for. */
	boolean close() {
		return this.word.getAndAccumulate(CLOSED, (seen, bit) -> seen | bit) == 0;
	}

	boolean isClosed() {
		return this.word.get() < 0;
	}

}
