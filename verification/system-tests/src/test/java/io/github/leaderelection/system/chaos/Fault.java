package io.github.leaderelection.system.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * A fault to come.
 *
 * @param kind what is done
 * @param atMillis when it begins, from the beginning of the run
 * @param lastsMillis how long it lasts, 0 for a reset
 * @param strength milliseconds of a slow disk or a delay, percent of packets lost,
 * otherwise 0
 * @param one the nodes it befalls, or the nodes on one side of the links
 * @param other the nodes on the other side, none for a fault of nodes
 * @param aimed whether the leader of that moment takes the place of the first node
 */
record Fault(FaultKind kind, long atMillis, long lastsMillis, int strength, List<Integer> one, List<Integer> other,
		boolean aimed) {

	Fault {
		one = List.copyOf(one);
		other = List.copyOf(other);
	}

	/**
	 * Puts the leader in the place of the first node, and that node in the leader's.
	 * @param leader the leader of this moment, negative for none
	 * @return the fault to be applied
	 */
	Fault aimAt(int leader) {
		if (!this.aimed || leader < 0) {
			return this;
		}
		int first = this.one.get(0);
		return new Fault(this.kind, this.atMillis, this.lastsMillis, this.strength, swap(this.one, first, leader),
				swap(this.other, first, leader), true);
	}

	private static List<Integer> swap(List<Integer> nodes, int first, int second) {
		return nodes.stream().map((node) -> (node == first) ? second : (node == second) ? first : node).toList();
	}

	/** The links it befalls, in both directions unless it befalls only one. */
	List<Link> links() {
		List<Link> links = new ArrayList<>();
		for (int from : this.one) {
			for (int to : this.other) {
				if (from != to) {
					links.add(new Link(from, to));
					if (this.kind != FaultKind.CUT_ONE_WAY) {
						links.add(new Link(to, from));
					}
				}
			}
		}
		return links.stream().distinct().toList();
	}

	@Override
	public String toString() {
		return this.kind + " " + names(this.one)
				+ (this.other.isEmpty() ? ""
						: ((this.kind == FaultKind.CUT_ONE_WAY) ? " to " : " and ") + names(this.other))
				+ ((this.strength > 0) ? " by " + this.strength : "")
				+ ((this.lastsMillis > 0) ? " for " + this.lastsMillis + " ms" : "");
	}

	private static String names(List<Integer> nodes) {
		return String.join("+", nodes.stream().map((node) -> "n" + (node + 1)).toList());
	}

	/**
	 * One direction between two nodes.
	 *
	 * @param from who sends
	 * @param to who receives
	 */
	record Link(int from, int to) {
	}

}
