package io.github.leaderelection.internal.runtime.environment;

import io.github.leaderelection.internal.protocol.Now;

/**
 * The two clocks of a node. Safe for use from any thread.
 */
public interface NodeClock {

	/**
	 * The clock that measures durations.
	 * @return nanoseconds; the origin means nothing and values compare by difference only
	 */
	long monotonicNanos();

	/**
	 * The wall clock.
	 * @return milliseconds since 1970
	 */
	long wallMillis();

	/**
	 * Reads both clocks, the monotonic one first: a pause between the two readings then
	 * looks like a suspended machine, never like a lease that lasts longer.
	 */
	default Now now() {
		long monotonicNanos = monotonicNanos();
		return new Now(monotonicNanos, wallMillis());
	}

	/**
	 * The clocks of this process.
	 * @return {@link System#nanoTime()} and {@link System#currentTimeMillis()}
	 */
	static NodeClock system() {
		return SystemNodeClock.INSTANCE;
	}

}
