package io.github.leaderelection.internal.transport.held;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The session of one node that asks. Used under a lock.
 */
class Place {

	/** How far a request may be overtaken. */
	private static final int WINDOW = Long.SIZE;

	private final String session;

	private final int most;

	/** The proven requests that wait, the oldest first. */
	private final List<Held> waiting = new ArrayList<>();

	private int open;

	private long idleSinceNanos = System.nanoTime();

	private long newest;

	/** The numbers up to the newest that were used, the newest in the lowest bit. */
	private long used;

	/**
	 * Creates the place of a session.
	 * @param most how many requests may be open at a time
	 */
	Place(String session, int most) {
		this.session = session;
		this.most = most;
	}

	final String session() {
		return this.session;
	}

	/** Whether a numbered request has proven that the session is no repeated one. */
	final boolean isTaken() {
		return this.newest > 0;
	}

	/** Returns false if too many requests of this session are open. */
	final boolean begin() {
		if (this.open >= this.most) {
			return false;
		}
		this.open++;
		return true;
	}

	final void end(Held request) {
		this.open--;
		this.waiting.remove(request);
		this.idleSinceNanos = System.nanoTime();
	}

	final boolean isIdle(long nanos) {
		return this.open == 0 && System.nanoTime() - this.idleSinceNanos > nanos;
	}

	/** Uses a number. Returns false if it was used before, or is too old. */
	final boolean use(long number) {
		long ahead = number - this.newest;
		if (number <= 0 || ahead <= -WINDOW) {
			return false;
		}
		if (ahead > 0) {
			this.used = (ahead < WINDOW) ? this.used << ahead | 1 : 1;
			this.newest = number;
			return true;
		}
		boolean unused = (this.used & 1L << -ahead) == 0;
		this.used |= 1L << -ahead;
		return unused;
	}

	final void hold(Held request) {
		this.waiting.add(request);
	}

	final boolean holds(Predicate<Held> which) {
		return this.waiting.stream().anyMatch(which);
	}

	/** Removes and returns the oldest requests, beyond a number of them. */
	final List<Held> takeBeyond(int number) {
		List<Held> oldest = this.waiting.subList(0, Math.max(this.waiting.size() - number, 0));
		List<Held> taken = List.copyOf(oldest);
		oldest.clear();
		return taken;
	}

	/** Removes and returns the requests that match. */
	final List<Held> take(Predicate<Held> which) {
		List<Held> taken = this.waiting.stream().filter(which).toList();
		this.waiting.removeAll(taken);
		return taken;
	}

}
