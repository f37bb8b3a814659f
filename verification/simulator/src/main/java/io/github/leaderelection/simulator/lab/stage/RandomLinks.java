package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.time.Dice;

/**
 * Draws which links of a cluster remain.
 */
public enum RandomLinks {

	/** Any. */
	ANY {
		@Override
		List<Link> needed(int nodes, Dice dice) {
			return List.of();
		}
	},

	/** Enough that there is a path between any two nodes. */
	CONNECTED {
		@Override
		List<Link> needed(int nodes, Dice dice) {
			int[] order = dice.order(nodes);
			List<Link> tree = new ArrayList<>();
			for (int i = 1; i < nodes; i++) {
				tree.add(new Link(order[i], order[dice.index(i)]));
			}
			return tree;
		}
	},

	/** Enough that one node is linked to a quorum. */
	WITH_A_HUB {
		@Override
		List<Link> needed(int nodes, Dice dice) {
			int[] order = dice.order(nodes);
			List<Link> spokes = new ArrayList<>();
			for (int i = 1; i <= nodes / 2; i++) {
				spokes.add(new Link(order[0], order[i]));
			}
			return spokes;
		}
	};

	/**
	 * The links that remain whatever else is drawn.
	 */
	abstract List<Link> needed(int nodes, Dice dice);

	/**
	 * Draws links.
	 * @param perMille how likely each link remains, of a thousand
	 */
	List<Link> draw(int nodes, int perMille, Dice dice) {
		List<Link> links = new ArrayList<>(needed(nodes, dice));
		for (int one = 0; one < nodes; one++) {
			for (int other = 0; other < one; other++) {
				if (dice.chance(perMille)) {
					links.add(new Link(one, other));
				}
			}
		}
		return links;
	}

	/**
	 * A link.
	 */
	public record Link(int one, int other) {

		/** Whether this is the link between two nodes. */
		public boolean joins(int a, int b) {
			return (this.one == a && this.other == b) || (this.one == b && this.other == a);
		}

	}

}
