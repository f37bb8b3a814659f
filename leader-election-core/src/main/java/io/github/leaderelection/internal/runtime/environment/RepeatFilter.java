package io.github.leaderelection.internal.runtime.environment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes the same text once in ten seconds. Remembers only a few texts, so it suits rare
 * events alone. Safe for use from any thread.
 */
public final class RepeatFilter {

	public static final long QUIET_NANOS = 10_000_000_000L;

	private static final int REMEMBERED = 64;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Long> passed = new LinkedHashMap<>();

	private final NodeClock clock;

	public RepeatFilter(NodeClock clock) {
		this.clock = clock;
	}

	public boolean passes(String text) {
		long now = this.clock.monotonicNanos();
		this.lock.lock();
		try {
			Long before = this.passed.get(text);
			if (before != null && now - before < QUIET_NANOS) {
				return false;
			}
			// Newest last, so that the oldest is forgotten first.
			this.passed.remove(text);
			this.passed.put(text, now);
			if (this.passed.size() > REMEMBERED) {
				this.passed.remove(this.passed.keySet().iterator().next());
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

}
