package io.github.leaderelection.simulator.explorer;

/**
 * What events do to nodes that run the quorum election alone. Safe for use from any
 * thread.
 */
final class QuorumOutcomes implements Outcomes {

	private final Memo<Outcome[]> known = new Memo<>();

	private final Steps steps;

	QuorumOutcomes(Steps steps) {
		this.steps = steps;
	}

	@Override
	public Outcome[] of(int node, Move move, int argument) {
		int event = move.with(argument);
		Outcome[] outcomes = this.known.get(node, event);
		if (outcomes == null) {
			Outcome outcome = this.steps.take(move, this.steps.node(node), argument);
			boolean same = outcome == Outcome.NOTHING || outcome.node() == node && outcome.isQuiet();
			outcomes = same ? NOTHING : new Outcome[] { outcome };
			this.known.put(node, event, outcomes);
		}
		return outcomes;
	}

	@Override
	public Steps steps() {
		return this.steps;
	}

	@Override
	public String toString() {
		return "";
	}

}
