package io.github.leaderelection.internal.runtime.environment;

import io.github.leaderelection.internal.protocol.Now;

/**
 * The clocks of this process.
 */
final class SystemNodeClock implements NodeClock {

	static final SystemNodeClock INSTANCE = new SystemNodeClock();

	private static final long MOMENT_NANOS = 1_000_000;

	private static final int MOST_READINGS = 3;

	private SystemNodeClock() {
	}

	@Override
	public long monotonicNanos() {
		return System.nanoTime();
	}

	@Override
	public long wallMillis() {
		return System.currentTimeMillis();
	}

	/**
	 * Both clocks, read within a moment of each other: a thread kept from the processor
	 * between the readings would see a suspension of the machine where there was none.
	 */
	@Override
	public Now now() {
		long monotonicNanos = monotonicNanos();
		long wallMillis = wallMillis();
		for (int again = 0; again < MOST_READINGS && monotonicNanos() - monotonicNanos > MOMENT_NANOS; again++) {
			monotonicNanos = monotonicNanos();
			wallMillis = wallMillis();
		}
		return new Now(monotonicNanos, wallMillis);
	}

}
