package io.github.leaderelection.test;

import java.time.Duration;

import io.github.leaderelection.internal.runtime.environment.NodeClock;

/**
 * A clock that stands still until it is moved, so that no lease runs out by itself. The
 * monotonic and the wall clock move together.
 */
final class StandingClock implements NodeClock {

	private static final long NANOS_PER_MILLI = 1_000_000;

	private final long firstWallMillis = System.currentTimeMillis();

	private volatile long nanos;

	@Override
	public long monotonicNanos() {
		return this.nanos;
	}

	@Override
	public long wallMillis() {
		return this.firstWallMillis + this.nanos / NANOS_PER_MILLI;
	}

	/** Called by one thread at a time. */
	void advance(Duration duration) {
		long next = this.nanos + duration.toNanos();
		this.nanos = next;
	}

}
