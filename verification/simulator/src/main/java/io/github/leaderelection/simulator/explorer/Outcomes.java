package io.github.leaderelection.simulator.explorer;

import org.jspecify.annotations.Nullable;

/**
 * Nodes by number, and what events do to them, each worked out once: a step is a pure
 * function. Safe for use from any thread.
 */
interface Outcomes {

	/** Nothing happens. */
	Outcome[] NOTHING = {};

	/**
	 * Of nodes that run an election.
	 * @param bounds what the search is limited to
	 * @param nomination the nomination over the quorum election, null for none
	 * @param links the network
	 * @throws IllegalArgumentException if there is no such election, or none in that mode
	 */
	static Outcomes of(Bounds bounds, @Nullable NominationBounds nomination, Links links) {
		if (nomination == null) {
			return new QuorumOutcomes(new Steps(bounds, links, (node) -> Scale.settings(node, bounds)));
		}
		if (bounds.lost() > 0 || Opening.isBlank(bounds.opening()) || bounds.leasesDiffer() || !bounds.durable()) {
			throw new IllegalArgumentException(
					"An election in two layers is searched with nodes that keep their state and have one lease only");
		}
		if (bounds.mode() != Mode.TIMELESS) {
			throw new IllegalArgumentException(
					"An election in two layers is searched without clocks only: choose the mode timeless");
		}
		return NominatedOutcomes.of(bounds, nomination, links);
	}

	/**
	 * What an event does.
	 * @param node the number of the node
	 * @param move what happens
	 * @param argument the letter, timer, term, rate or member
	 * @return all that may come of it; {@link #NOTHING} itself if nothing changes
	 */
	Outcome[] of(int node, Move move, int argument);

	/**
	 * How often something was found out that adds to what was told before: a search goes
	 * by all of it only where nothing is in its course.
	 */
	default long changes() {
		return 0;
	}

	/** Whether nothing was left out to end sooner. */
	default boolean isWhole() {
		return true;
	}

	/**
	 * The number of a node that has started for the first time.
	 * @param node which
	 */
	default int initial(int node) {
		return of(steps().numberOf(steps().installed(node)), Move.START, 0)[0].node();
	}

	/**
	 * A node as its election below and its disk show it.
	 * @param number its number
	 */
	default NodeState node(int number) {
		return steps().node(number);
	}

	/** How many there are. */
	default int size() {
		return steps().size();
	}

	/** The steps of the election below. */
	Steps steps();

	/**
	 * Whether an event changes nothing but what was said.
	 * @param node the number of the node
	 * @param outcome what the event does
	 */
	static boolean isTalk(int node, Outcome outcome) {
		return outcome.node() == node && outcome.renaming() < 0;
	}

}
