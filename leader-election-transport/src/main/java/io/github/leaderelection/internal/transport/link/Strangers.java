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
 * The places of those who connected and have not proven who they are, oldest first. There
 * is always one for whoever comes next: where all are taken, one of the address that
 * holds most gives way, the oldest of those who have said nothing before all others. Safe
 * for use from any thread.
 *
 * @param <S> the strangers
 */
final class Strangers<S extends Strangers.Stranger> {

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<S> waiting = new LinkedHashSet<>();

	private final int places;

	/**
	 * Nobody waits.
	 * @param places how many may wait at once
	 */
	Strangers(int places) {
		this.places = places;
	}

	/**
	 * Gives a place.
	 * @return who has lost its place to the newcomer, or null
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
		// Of equals the first stays the first: it is the oldest.
		return this.waiting.stream()
			.min(Comparator.<S>comparingInt((each) -> -byHost.getOrDefault(each.remoteHost(), 0))
				.thenComparing(Stranger::hasSpoken))
			.orElse(null);
	}

	/**
	 * Takes the places of all that have said nothing for a time, if places are short: if
	 * half of them are taken.
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

	/**
	 * Whether one more has a place beside some others, without anybody giving way.
	 */
	boolean hasRoom(int others) {
		return count() + others < this.places;
	}

	/**
	 * Who has not proven who it is.
	 */
	interface Stranger {

		/** Its host, without what differs from connection to connection. */
		String remoteHost();

		/** Since it connected. */
		long ageMillis();

		/** Whether it has said anything. */
		boolean hasSpoken();

	}

}
