package io.github.leaderelection.runtime;

/**
 * The clocks of this process.
 */
final class SystemNodeClock implements NodeClock {

	static final SystemNodeClock INSTANCE = new SystemNodeClock();

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

}
