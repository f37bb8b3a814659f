package io.github.leaderelection.system.chaos;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.github.leaderelection.system.chaos.Fault.Link;

/**
 * Tells when an election could have been expected to find a leader: while some
 * undisturbed node had undisturbed links, in both directions, with so many other
 * undisturbed nodes that they were a majority together.
 *
 * @param size how many nodes there are
 * @param disturbances what disturbed them
 */
record Calm(int size, List<Disturbance> disturbances) {

	/**
	 * The longest span without an interruption in which a leader could have been
	 * expected.
	 * @param from where to begin to look
	 * @param until where to end
	 * @return nanoseconds
	 */
	long longest(long from, long until) {
		List<Disturbance> holding = holding(from, until);
		TreeSet<Long> bounds = new TreeSet<>(List.of(from, until));
		for (Disturbance each : holding) {
			bounds.add(Math.max(from, each.from()));
			bounds.add(Math.min(until, each.until()));
		}
		long longest = 0;
		long calm = 0;
		long previous = from;
		for (long bound : bounds) {
			calm = hasQuorum(holding, previous, bound) ? calm + bound - previous : 0;
			longest = Math.max(longest, calm);
			previous = bound;
		}
		return longest;
	}

	/**
	 * What disturbed anybody in a span of time.
	 * @param from its beginning
	 * @param until its end
	 * @return the disturbances
	 */
	List<Disturbance> holding(long from, long until) {
		return this.disturbances.stream().filter((each) -> each.holdsIn(from, until)).toList();
	}

	private boolean hasQuorum(List<Disturbance> holding, long from, long until) {
		List<Disturbance> now = holding.stream().filter((each) -> each.holdsIn(from, until)).toList();
		List<Integer> fit = IntStream.range(0, this.size)
			.filter((node) -> now.stream().noneMatch((each) -> each.nodes().contains(node)))
			.boxed()
			.toList();
		return fit.stream().anyMatch((centre) -> {
			long linked = fit.stream().filter((other) -> other.equals(centre) || areLinked(now, centre, other)).count();
			return linked > this.size / 2;
		});
	}

	private static boolean areLinked(List<Disturbance> now, int one, int other) {
		return now.stream()
			.noneMatch((each) -> each.links().contains(new Link(one, other))
					|| each.links().contains(new Link(other, one)));
	}

}
