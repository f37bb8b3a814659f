package io.github.leaderelection.internal.transport.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The sessions that ended a moment ago, the last of them. What the other side POSTed
 * before it knew of the end arrives after it, and is no POST of a stranger. Safe for use
 * from any thread.
 *
 * @param <S> the sessions
 */
final class EndedSessions<S> {

	/** A POST that comes later has been given up by whoever sent it. */
	static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final ReentrantLock lock = new ReentrantLock();

	/** In the order in which they ended. */
	private final Map<String, Ended<S>> sessions = new LinkedHashMap<>();

	private final int places;

	private final LongSupplier nanoTime;

	/**
	 * None has ended.
	 * @param places how many are kept at most
	 * @param nanoTime the clock
	 */
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

	/**
	 * A session and when it ended.
	 *
	 * @param session the session
	 * @param nanos when
	 */
	private record Ended<S>(S session, long nanos) {
	}

}
