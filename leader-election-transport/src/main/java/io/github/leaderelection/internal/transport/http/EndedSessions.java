package io.github.leaderelection.internal.transport.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The sessions that ended last. A late POST, sent before the other side knew of the end,
 * belongs to one of them, not to a stranger. Safe for use from any thread.
 */
final class EndedSessions<S> {

	/** How long an ended session is kept: a sender gives up earlier. */
	static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final ReentrantLock lock = new ReentrantLock();

	/** The ended sessions by their ids, in the order of their ends. */
	private final Map<String, Ended<S>> sessions = new LinkedHashMap<>();

	private final int places;

	private final LongSupplier nanoTime;

	/** Keeps as many sessions as there are places. */
	EndedSessions(int places, LongSupplier nanoTime) {
		this.places = places;
		this.nanoTime = nanoTime;
	}

	void add(String id, S session) {
		this.lock.lock();
		try {
			this.sessions.put(id, new Ended<>(session, this.nanoTime.getAsLong()));
			dropOld();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void dropOld() {
		long now = this.nanoTime.getAsLong();
		for (Iterator<Ended<S>> all = this.sessions.values().iterator(); all.hasNext();) {
			boolean old = now - all.next().nanos() > KEPT_NANOS;
			if (!old && this.sessions.size() <= this.places) {
				return;
			}
			all.remove();
		}
	}

	@Nullable S find(String id) {
		this.lock.lock();
		try {
			dropOld();
			Ended<S> found = this.sessions.get(id);
			return (found != null) ? found.session() : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private record Ended<S>(S session, long nanos) {
	}

}
