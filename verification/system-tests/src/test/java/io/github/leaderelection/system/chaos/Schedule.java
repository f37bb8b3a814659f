package io.github.leaderelection.system.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Draws faults from a seed. Each kind comes once, in random order, before any comes
 * again. Most faults befall a minority of the nodes; now and then one befalls a majority,
 * or all.
 */
final class Schedule {

	private static final double LARGE = 0.1;

	private static final double AIMED = 0.5;

	private final Random random;

	private final int size;

	private final long leaseMillis;

	private final List<FaultKind> kinds;

	private final double spacing;

	private final List<FaultKind> bag = new ArrayList<>();

	/**
	 * Begins to draw.
	 * @param seed from which all is drawn: the same faults for the same seed
	 * @param size how many nodes there are, three or more
	 * @param lease the lease, by which the faults are measured
	 * @param spacing how many leases lie between two faults, on average
	 * @param kinds the kinds wanted
	 */
	Schedule(long seed, int size, Duration lease, double spacing, Set<FaultKind> kinds) {
		this.random = new Random(seed);
		this.size = size;
		this.leaseMillis = lease.toMillis();
		this.spacing = spacing;
		this.kinds = List.copyOf(new TreeSet<>(kinds));
	}

	/**
	 * Draws the faults of the next round.
	 * @param duration how long the round lasts; all faults end within it
	 * @return the faults in the order in which they begin
	 */
	List<Fault> draw(Duration duration) {
		long end = duration.toMillis();
		List<Fault> faults = new ArrayList<>();
		long at = between(0.2, 1);
		while (at < end - this.leaseMillis / 2) {
			if (this.bag.isEmpty()) {
				this.bag.addAll(this.kinds);
				Collections.shuffle(this.bag, this.random);
			}
			faults.add(fault(this.bag.remove(this.bag.size() - 1), at, end));
			at += between(0.2 * this.spacing, 1.8 * this.spacing);
		}
		return faults;
	}

	private Fault fault(FaultKind kind, long at, long end) {
		List<Integer> nodes = new ArrayList<>(IntStream.range(0, this.size).boxed().toList());
		Collections.shuffle(nodes, this.random);
		int minority = (this.size - 1) / 2;
		boolean large = this.random.nextDouble() < LARGE;
		int count = large ? minority + 1 + this.random.nextInt(this.size - minority)
				: 1 + this.random.nextInt(kind.ofNodes() ? 1 : minority);
		boolean aimed = this.random.nextDouble() < AIMED;
		long lasts = (kind == FaultKind.RESET) ? 0 : Math.min(lasts(kind), end - at);
		List<Integer> other = kind.ofNodes() ? List.of() : otherSide(nodes, count, large);
		return new Fault(kind, at, lasts, strength(kind), nodes.subList(0, count), other, aimed);
	}

	/** One of the others, or all of them; with a large one also among themselves. */
	private List<Integer> otherSide(List<Integer> nodes, int count, boolean large) {
		if (large) {
			return nodes;
		}
		return this.random.nextBoolean() ? nodes.subList(count, this.size) : nodes.subList(count, count + 1);
	}

	private long lasts(FaultKind kind) {
		return switch (kind) {
			case KILL, TERMINATE -> between(0.1, 3);
			case PAUSE, STALL -> between(0.3, 4);
			case FULL_DISK, SLOW_DISK, DELAY, LOSS, CUT, CUT_ONE_WAY -> between(0.5, 5);
			case RESET -> 0;
		};
	}

	private int strength(FaultKind kind) {
		return switch (kind) {
			case SLOW_DISK -> (int) between(0.02, 0.8);
			case DELAY -> (int) between(0.005, 0.5);
			case LOSS -> 10 + this.random.nextInt(60);
			default -> 0;
		};
	}

	/** So many leases, in milliseconds. */
	private long between(double least, double most) {
		return (long) (this.leaseMillis * (least + this.random.nextDouble() * (most - least)));
	}

}
