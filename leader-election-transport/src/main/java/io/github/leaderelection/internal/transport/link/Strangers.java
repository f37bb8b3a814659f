package io.github.leaderelection.internal.transport.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The bounded places of unauthenticated connections, oldest first. A newcomer always gets
 * a place. If all are taken, a connection of the address with the most places gives way:
 * the oldest silent one, else the oldest. Safe for use from any thread.
 */
final class Strangers<S extends Strangers.Stranger> {

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<S> waiting = new LinkedHashSet<>();

	private final int places;

	Strangers(int places) {
		this.places = places;
	}

	/**
	 * Gives the newcomer a place.
	 * @return the stranger that lost its place, or null
	 */
	@Nullable S admit(S newcomer) {
		this.lock.lock();
		try {
			S leaving = (this.waiting.size() >= this.places) ? first() : null;
			if (leaving != null) {
				this.waiting.remove(leaving);
			}
			this.waiting.add(newcomer);
			return leaving;
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable S first() {
		Map<String, Integer> byHost = new HashMap<>();
		this.waiting.forEach((each) -> byHost.merge(each.remoteHost(), 1, Integer::sum));
		// Among equals the first one is the oldest.
		return this.waiting.stream()
			.min(Comparator.<S>comparingInt((each) -> -byHost.getOrDefault(each.remoteHost(), 0))
				.thenComparing(Stranger::hasSpoken))
			.orElse(null);
	}

	/**
	 * Removes all strangers that are silent for too long, if at least half of the places
	 * are taken.
	 */
	List<S> takeOverdue(long millis) {
		this.lock.lock();
		try {
			List<S> overdue = new ArrayList<>();
			if (2 * this.waiting.size() >= this.places) {
				this.waiting.stream()
					.filter((each) -> !each.hasSpoken() && each.ageMillis() >= millis)
					.forEach(overdue::add);
			}
			overdue.forEach(this.waiting::remove);
			return overdue;
		}
		finally {
			this.lock.unlock();
		}
	}

	void leave(S stranger) {
		this.lock.lock();
		try {
			this.waiting.remove(stranger);
		}
		finally {
			this.lock.unlock();
		}
	}

	int count() {
		this.lock.lock();
		try {
			return this.waiting.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether a newcomer and {@code others} fit without a stranger giving way. */
	boolean hasRoom(int others) {
		return count() + others < this.places;
	}

	/**
	 * An unauthenticated connection.
	 */
	interface Stranger {

		/** The address without the port. */
		String remoteHost();

		/** The time since it connected. */
		long ageMillis();

		/** Whether it has sent anything. */
		boolean hasSpoken();

	}

}
