package io.github.leaderelection.system.chaos;

import java.util.Set;

import io.github.leaderelection.system.chaos.Fault.Link;

/**
 * A span of time in which nodes or links were not at their best, through no fault of the
 * election.
 *
 * @param what what it was
 * @param from the stamp at which it began
 * @param until the stamp at which it was over
 * @param nodes the nodes that could take no proper part
 * @param links the links that could not be relied on
 */
record Disturbance(String what, long from, long until, Set<Integer> nodes, Set<Link> links) {

	Disturbance {
		nodes = Set.copyOf(nodes);
		links = Set.copyOf(links);
	}

	boolean holdsIn(long begin, long end) {
		return this.from < end && this.until > begin;
	}

}
