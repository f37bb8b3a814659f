package io.github.leaderelection.simulator.explorer;

/**
 * What events do to nodes, each worked out once: a step is a pure function. Safe for use
 * from any thread.
 */
final class Outcomes {

	private static final int ARGUMENT_BITS = 26;

	private final Memo<Outcome> known = new Memo<>();

	private final Steps steps;

	Outcomes(Steps steps) {
		this.steps = steps;
	}

	/**
	 * What an event does.
	 * @param node the number of the node's state
	 * @param move what happens
	 * @param argument the letter, timer, term, rate or member
	 * @return the outcome; {@link Outcome#NOTHING} itself if nothing changes
	 */
	Outcome of(int node, Move move, int argument) {
		int event = move.ordinal() << ARGUMENT_BITS | argument;
		Outcome outcome = this.known.get(node, event);
		if (outcome == null) {
			outcome = this.steps.take(move, this.steps.node(node), argument);
			boolean same = outcome.node() == node && outcome.sent().length == 0 && outcome.renaming() < 0
					&& outcome.broken() == null;
			outcome = same ? Outcome.NOTHING : outcome;
			this.known.put(node, event, outcome);
		}
		return outcome;
	}

	/**
	 * Whether an event changes nothing but what was said.
	 * @param node the number of the node's state
	 * @param outcome what the event does
	 */
	static boolean isTalk(int node, Outcome outcome) {
		return outcome.node() == node && outcome.renaming() < 0;
	}

}
