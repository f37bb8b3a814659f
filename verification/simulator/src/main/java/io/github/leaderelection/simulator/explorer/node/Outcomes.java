package io.github.leaderelection.simulator.explorer.node;

import io.github.leaderelection.simulator.explorer.table.Memo;

/**
 * Nodes by number, and what actions do to them, each worked out once: a step is a pure
 * function. Safe for use from any thread.
 */
public final class Outcomes {

	private final Memo<Outcome> known = new Memo<>();

	private final NodeActions actions;

	public Outcomes(NodeActions actions) {
		this.actions = actions;
	}

	/**
	 * What an event does.
	 * @param argument the message, timer, term, rate, member or start
	 * @return what comes of it; {@link Outcome#NOTHING} itself if nothing changes
	 */
	public Outcome of(int node, Action action, int argument) {
		int event = action.with(argument);
		Outcome outcome = this.known.get(node, event);
		if (outcome == null) {
			Outcome found = this.actions.take(action, this.actions.node(node), argument);
			outcome = (found.node() == node && found.isQuiet()) ? Outcome.NOTHING : found;
			this.known.put(node, event, outcome);
		}
		return outcome;
	}

	/** The number of a node that has started for the first time. */
	public int initial(int node) {
		return of(this.actions.numberOf(this.actions.installed(node)), Action.START, 0).node();
	}

	/** A node by its number. */
	public NodeState node(int number) {
		return this.actions.node(number);
	}

	/** How many there are. */
	public int size() {
		return this.actions.size();
	}

	/** Whether an event changes nothing but what was said. */
	public static boolean isTalk(int node, Outcome outcome) {
		return outcome.node() == node && outcome.renaming() < 0;
	}

}
