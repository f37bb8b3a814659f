package io.github.leaderelection.system.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.system.chaos.Fault.Link;

/**
 * Keeps what disturbed the nodes, and when. Used by one thread.
 */
final class DisturbanceLog {

	private final List<Open> all = new ArrayList<>();

	/**
	 * Something begins now.
	 * @return it, to be ended
	 */
	Open begin(String what, Set<Integer> nodes, Set<Link> links) {
		Open open = new Open(what, System.nanoTime(), nodes, links);
		this.all.add(open);
		return open;
	}

	/** Something was, and is over. */
	void add(String what, long from, long until, Set<Integer> nodes) {
		Open open = new Open(what, from, nodes, Set.of());
		open.until = until;
		this.all.add(open);
	}

	/** All that began, whether or not it ended. */
	List<Disturbance> disturbances() {
		return this.all.stream()
			.map((open) -> new Disturbance(open.what, open.from, open.until, open.nodes, open.links))
			.toList();
	}

	/**
	 * Something that lasts.
	 */
	static final class Open {

		private final String what;

		private final long from;

		private final Set<Integer> nodes;

		private final Set<Link> links;

		private long until = Long.MAX_VALUE;

		private Open(String what, long from, Set<Integer> nodes, Set<Link> links) {
			this.what = what;
			this.from = from;
			this.nodes = nodes;
			this.links = links;
		}

		/** It ends, or has ended, at a stamp. */
		void end(long stamp) {
			this.until = stamp;
		}

	}

}
