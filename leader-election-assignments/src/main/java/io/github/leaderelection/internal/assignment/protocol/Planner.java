package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;

/**
 * Decides which worker each partition belongs to.
 * <p>
 * Shares go by capacity and largest remainder. A worker that holds more than its share
 * rounded down gets a remainder first, so the fewest partitions move. What would move to
 * workers that all refuse it stays.
 */
final class Planner<W> {

	private final List<String> names;

	private final BiPredicate<String, W> refuses;

	private final List<Share<W>> shares = new ArrayList<>();

	private final Map<String, Share<W>> places = new HashMap<>();

	private final Set<String> pinned = new HashSet<>();

	private final Set<String> homeless = new LinkedHashSet<>();

	private long remainders;

	private Planner(List<String> names, SortedMap<W, Integer> capacities, BiPredicate<String, W> refuses) {
		this.names = names;
		this.refuses = refuses;
		capacities.forEach((worker, capacity) -> this.shares.add(new Share<>(worker, capacity)));
	}

	/**
	 * Plans one assignment. The plan of a plan is that plan.
	 * @param names the partitions, in the order by which the last ones move first
	 * @param owners the present owners; a partition of nobody has no entry, and an owner
	 * without capacity has gone
	 * @param capacities the workers that may own, each with 1 or more; their order breaks
	 * ties
	 * @param pins where partitions belong whatever their number
	 * @param refuses whether a worker refuses a partition
	 * @return the owner of each partition that somebody may own, in the order of the
	 * names
	 */
	static <W> Map<String, W> plan(List<String> names, Map<String, W> owners, SortedMap<W, Integer> capacities,
			Map<String, W> pins, BiPredicate<String, W> refuses) {
		Planner<W> planning = new Planner<>(names, capacities, refuses);
		planning.enter(owners, pins);
		planning.divide();
		boolean moved;
		do {
			// A partition that its owner refuses can lift another worker above its quota.
			// Each further turn brings a worker closer to its share, so the turns end.
			moved = planning.move();
		}
		while (moved);
		return planning.result();
	}

	/**
	 * Places what is pinned or may stay, and notes what needs a place. A partition that
	 * all refuse counts for nothing.
	 */
	private void enter(Map<String, W> owners, Map<String, W> pins) {
		Map<W, Share<W>> byWorker = new HashMap<>();
		this.shares.forEach((share) -> byWorker.put(share.worker, share));
		for (String name : this.names) {
			Share<W> pin = byWorker.get(pins.get(name));
			Share<W> owner = byWorker.get(owners.get(name));
			if (pin != null && accepts(pin, name)) {
				this.pinned.add(name);
				pin.pinned++;
				place(name, pin);
			}
			else if (owner != null && accepts(owner, name)) {
				place(name, owner);
			}
			else if (firstToAccept(name, this.shares) != null) {
				this.homeless.add(name);
			}
		}
	}

	/**
	 * Divides the partitions by capacity. A worker with more pins than its share has its
	 * pins; the others divide the rest.
	 */
	private void divide() {
		long partitions = this.places.size() + this.homeless.size();
		long capacity = this.shares.stream().mapToLong((share) -> share.capacity).sum();
		List<Share<W>> dividing = new ArrayList<>(this.shares);
		for (Share<W> share : this.shares.stream().sorted(Share::compareByPins).toList()) {
			if (share.pinned * capacity > partitions * share.capacity) {
				share.whole = share.pinned;
				partitions -= share.pinned;
				capacity -= share.capacity;
				dividing.remove(share);
			}
		}
		this.remainders = partitions;
		for (Share<W> share : dividing) {
			share.whole = (int) (partitions * share.capacity / capacity);
			share.fraction = partitions * share.capacity % capacity;
			this.remainders -= share.whole;
		}
	}

	/**
	 * Gives what needs a place, and what is above a quota, to the workers below their
	 * quotas, in runs; and where all of these refuse, to the least loaded.
	 * @return whether a partition has another place now
	 */
	private boolean move() {
		setQuotas();
		List<Share<W>> below = new ArrayList<>(this.shares);
		below.removeIf((share) -> share.excess >= 0);
		Set<String> above = below.isEmpty() ? Set.of() : aboveQuotas();
		boolean moved = !this.homeless.isEmpty();
		for (String name : this.names) {
			boolean moves = this.homeless.contains(name) || above.contains(name);
			Share<W> next = moves ? firstToAccept(name, below) : null;
			if (next != null) {
				place(name, next);
				this.homeless.remove(name);
				moved = true;
				if (next.held == next.quota) {
					below.remove(next);
				}
			}
		}
		for (String name : this.homeless) {
			List<Share<W>> accepting = this.shares.stream().filter((share) -> accepts(share, name)).toList();
			place(name, Collections.min(accepting, Share::compareByLoad));
		}
		this.homeless.clear();
		return moved;
	}

	private void setQuotas() {
		this.shares.forEach((share) -> share.quota = share.whole);
		this.shares.stream()
			.filter((share) -> share.fraction > 0)
			.sorted(Comparator.<Share<W>, Boolean>comparing((share) -> share.held <= share.whole)
				.thenComparing((share) -> -share.fraction))
			.limit(this.remainders)
			.forEach((share) -> share.quota++);
		this.shares.forEach((share) -> share.excess = share.held - share.quota);
	}

	/**
	 * Returns the last ones of each worker above its quota.
	 */
	private Set<String> aboveQuotas() {
		Set<String> above = new HashSet<>();
		for (int i = this.names.size() - 1; i >= 0; i--) {
			String name = this.names.get(i);
			Share<W> place = this.places.get(name);
			if (place != null && place.excess > 0 && !this.pinned.contains(name)) {
				above.add(name);
				place.excess--;
			}
		}
		return above;
	}

	private @Nullable Share<W> firstToAccept(String name, List<Share<W>> candidates) {
		for (Share<W> share : candidates) {
			if (accepts(share, name)) {
				return share;
			}
		}
		return null;
	}

	private boolean accepts(Share<W> share, String name) {
		return !this.refuses.test(name, share.worker);
	}

	private void place(String name, Share<W> share) {
		Share<W> before = this.places.put(name, share);
		if (before != null) {
			before.held--;
		}
		share.held++;
	}

	private Map<String, W> result() {
		Map<String, W> result = new LinkedHashMap<>();
		for (String name : this.names) {
			Share<W> share = this.places.get(name);
			if (share != null) {
				result.put(name, share.worker);
			}
		}
		return result;
	}

	/**
	 * What one worker has, and is to have.
	 */
	private static final class Share<W> {

		private final W worker;

		private final int capacity;

		private int pinned;

		private int held;

		private int whole;

		private long fraction;

		private int quota;

		private int excess;

		Share(W worker, int capacity) {
			this.worker = worker;
			this.capacity = capacity;
		}

		int compareByPins(Share<W> other) {
			return Long.compare((long) other.pinned * this.capacity, (long) this.pinned * other.capacity);
		}

		int compareByLoad(Share<W> other) {
			return Long.compare((long) this.held * other.capacity, (long) other.held * this.capacity);
		}

	}

}
