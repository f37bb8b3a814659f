package io.github.leaderelection.simulator.explorer;

/**
 * Nodes by number, and what events do to them, each worked out once: a step is a pure
 * function. Safe for use from any thread.
 */
final class Outcomes {

	private final Memo<Outcome> known = new Memo<>();

	private final Steps steps;

	Outcomes(Steps steps) {
		this.steps = steps;
	}

	/**
	 * What an event does.
	 * @param node the number of the node
	 * @param move what happens
	 * @param argument the letter, timer, term, rate or member
	 * @return what comes of it; {@link Outcome#NOTHING} itself if nothing changes
	 */
	Outcome of(int node, Move move, int argument) {
		int event = move.with(argument);
		Outcome outcome = this.known.get(node, event);
		if (outcome == null) {
			Outcome found = this.steps.take(move, this.steps.node(node), argument);
			outcome = (found.node() == node && found.isQuiet()) ? Outcome.NOTHING : found;
			this.known.put(node, event, outcome);
		}
		return outcome;
	}

	/**
	 * The number of a node that has started for the first time.
	 * @param node which
	 */
	int initial(int node) {
		return of(this.steps.numberOf(this.steps.installed(node)), Move.START, 0).node();
	}

	/**
	 * A node by its number.
	 * @param number its number
	 */
	NodeState node(int number) {
		return this.steps.node(number);
	}

	/** How many there are. */
	int size() {
		return this.steps.size();
	}

	/**
	 * Whether an event changes nothing but what was said.
	 * @param node the number of the node
	 * @param outcome what the event does
	 */
	static boolean isTalk(int node, Outcome outcome) {
		return outcome.node() == node && outcome.renaming() < 0;
	}

}
