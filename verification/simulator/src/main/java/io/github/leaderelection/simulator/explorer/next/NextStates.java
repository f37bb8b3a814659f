package io.github.leaderelection.simulator.explorer.next;

import java.util.BitSet;

import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.FaultBudget;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.node.Action;
import io.github.leaderelection.simulator.explorer.node.NodeActions;
import io.github.leaderelection.simulator.explorer.node.NodeState;
import io.github.leaderelection.simulator.explorer.node.Outcome;
import io.github.leaderelection.simulator.explorer.node.Outcomes;
import org.jspecify.annotations.Nullable;

/**
 * The next-state relation. A state of the cluster is an array of numbers: of each node's
 * state, of what is on each link, of what is left of the faults, and of the history of
 * leaders. Safe for use from any thread.
 */
public final class NextStates {

	private final Bounds bounds;

	private final AnyNomination nomination;

	private final int nodes;

	private final int faultsAt;

	private final int historyAt;

	private final Network network;

	private final LeaderHistory history;

	private final Outcomes outcomes;

	private final StutteringSteps stuttering;

	private BitSet cut = new BitSet();

	public NextStates(Bounds bounds, AnyNomination nomination, Network network, Outcomes outcomes) {
		this.bounds = bounds;
		this.nomination = nomination;
		this.network = network;
		this.outcomes = outcomes;
		this.nodes = bounds.nodes();
		this.faultsAt = this.nodes + this.nodes * this.nodes;
		this.historyAt = this.faultsAt + 1;
		this.history = new LeaderHistory(bounds.terms());
		this.stuttering = new StutteringSteps(this, this.outcomes, this.network, nomination.isOne());
	}

	/** How many numbers make a state. */
	public int width() {
		return this.historyAt + 1;
	}

	/** Where the link from one node to another is. */
	int link(int from, int to) {
		return this.nodes + from * this.nodes + to;
	}

	/**
	 * What is sent over some links from now on is lost. To be called before a search.
	 * @param lost the links, each by its position among those of all nodes in order
	 */
	void cut(BitSet lost) {
		this.cut = lost;
	}

	/** Puts messages on a link. */
	void put(int[] state, int from, int to, int messages) {
		if (!this.cut.get(from * this.nodes + to)) {
			state[link(from, to)] = this.network.join(state[link(from, to)], messages);
		}
	}

	/**
	 * All nodes have started, and nothing else has happened.
	 */
	int[] initial() {
		int[] state = new int[width()];
		for (int i = 0; i < this.nodes; i++) {
			state[i] = this.outcomes.initial(i);
		}
		state[this.faultsAt] = FaultBudget.all(this.bounds, this.nomination);
		return state;
	}

	/**
	 * Finds all that may happen next.
	 * @param visitor told of each, in an order that depends on the state alone
	 */
	public void expand(int[] state, StateSpace.Visitor<Transition> visitor) {
		for (int i = 0; i < this.nodes; i++) {
			NodeState node = this.outcomes.node(state[i]);
			if (node.state() == null) {
				happens(state, i, Action.START, 0, FaultBudget.NOTHING, visitor);
				if (isLeft(state, FaultBudget.LOSS) && !node.isBlank()) {
					happens(state, i, Action.START_LOST, 0, FaultBudget.LOSS.once(), visitor);
				}
				continue;
			}
			if (node.pending() != null) {
				happens(state, i, Action.SAVED, 0, FaultBudget.NOTHING, visitor);
			}
			if (node.awaited().token() > 0) {
				happens(state, i, Action.UNBACKED, 0, FaultBudget.NOTHING, visitor);
			}
			if (!this.bounds.durable() && node.awaited().questions().lost() == ExploredState.Lost.ASKING) {
				happens(state, i, Action.WALL_CLOCK, (int) highestTermBut(state, i), FaultBudget.NOTHING, visitor);
			}
			arrivals(state, i, visitor);
			scouts(state, i, visitor);
			for (int timers = NodeActions.timersOf(node); timers != 0; timers &= timers - 1) {
				happens(state, i, Action.TIMER, Integer.numberOfTrailingZeros(timers), FaultBudget.NOTHING, visitor);
			}
			faults(state, i, node, visitor);
		}
		time(state, visitor);
	}

	private void arrivals(int[] state, int to, StateSpace.Visitor<Transition> visitor) {
		for (int from = 0; from < this.nodes; from++) {
			for (int message : this.network.on(state[link(from, to)])) {
				happens(state, to, Action.ARRIVAL, message, FaultBudget.NOTHING, visitor);
				if (this.network.message(message).envelope().body() instanceof LeadershipCession) {
					happens(state, to, Action.HAND_OVER, message, FaultBudget.NOTHING, visitor);
				}
			}
		}
	}

	private void scouts(int[] state, int i, StateSpace.Visitor<Transition> visitor) {
		NodeState node = this.outcomes.node(state[i]);
		if (!NodeActions.mayScout(node)) {
			return;
		}
		happens(state, i, Action.SCOUT, 0, FaultBudget.NOTHING, visitor);
		long own = node.disk().term();
		for (int term = (int) own + 1; term <= highestTermBut(state, i); term++) {
			happens(state, i, Action.SCOUT, term, FaultBudget.NOTHING, visitor);
		}
	}

	private long highestTermBut(int[] state, int except) {
		long highest = 0;
		for (int i = 0; i < this.nodes; i++) {
			if (i != except) {
				highest = Math.max(highest, this.outcomes.node(state[i]).disk().term());
			}
		}
		return highest;
	}

	private void faults(int[] state, int i, NodeState node, StateSpace.Visitor<Transition> visitor) {
		if (isLeft(state, FaultBudget.CRASH)) {
			happens(state, i, Action.CRASH, 0, FaultBudget.CRASH.once(), visitor);
		}
		if (node.pending() != null) {
			return;
		}
		if (isLeft(state, FaultBudget.BREAK)) {
			for (int other = 0; other < this.nodes; other++) {
				if (other != i) {
					happens(state, i, Action.BREAK, other, FaultBudget.BREAK.once(), visitor);
				}
			}
		}
		if (isLeft(state, FaultBudget.LEARN_END)) {
			for (int other = 0; other < this.nodes; other++) {
				int ended = this.outcomes.node(state[other]).newestEnded();
				if (other != i && ended != 0) {
					happens(state, i, Action.LEARN_END, ended, FaultBudget.LEARN_END.once(), visitor);
				}
			}
		}
		if (isLeft(state, FaultBudget.RESIGN) && node.grant() != null) {
			happens(state, i, Action.RESIGN, 0, FaultBudget.RESIGN.once(), visitor);
		}
		if (isLeft(state, FaultBudget.GIVE_WAY) && node.grant() != null) {
			happens(state, i, Action.GIVE_WAY, 0, FaultBudget.GIVE_WAY.once(), visitor);
		}
		for (int other = 0; other < this.nodes; other++) {
			if (isLeft(state, FaultBudget.HAND_OVER) && node.grant() != null && other != i) {
				happens(state, i, Action.TRANSFER, other, FaultBudget.HAND_OVER.once(), visitor);
			}
		}
	}

	private boolean isLeft(int[] state, FaultBudget fault) {
		return fault.isLeft(state[this.faultsAt]);
	}

	private void happens(int[] state, int node, Action action, int argument, int spent,
			StateSpace.Visitor<Transition> visitor) {
		Outcome outcome = this.outcomes.of(state[node], action, argument);
		if (outcome == Outcome.NOTHING) {
			return;
		}
		visit(state, node, outcome, spent, new Transition(action, node, argument, 0), visitor);
		if (isLeft(state, FaultBudget.CRASH)) {
			for (int i = 0; i < outcome.crashed().size(); i++) {
				visit(state, node, outcome.crashed().get(i), spent + FaultBudget.CRASH.once(),
						new Transition(action, node, argument, i + 1), visitor);
			}
		}
	}

	private void visit(int[] state, int node, Outcome outcome, int spent, Transition transition,
			StateSpace.Visitor<Transition> visitor) {
		if (outcome == Outcome.BEYOND) {
			visitor.beyond();
			return;
		}
		int[] next = state.clone();
		next[this.faultsAt] -= spent;
		finish(next, apply(next, node, outcome), transition, visitor);
	}

	/**
	 * Does to a state what happens to a node.
	 * @return a promise that is broken by it, or null
	 */
	@Nullable String apply(int[] state, int node, Outcome outcome) {
		state[node] = outcome.node();
		if (outcome.renaming() >= 0) {
			for (int other = 0; other < this.nodes; other++) {
				state[link(node, other)] = this.network.rename(state[link(node, other)], outcome.renaming());
				state[link(other, node)] = this.network.rename(state[link(other, node)], outcome.renaming());
			}
		}
		for (int to = 0; to < outcome.sent().length; to++) {
			put(state, node, to, outcome.sent()[to]);
		}
		String broken = outcome.broken();
		if (broken == null && outcome.claims().length + outcome.grants().length > 0) {
			broken = this.history.contradiction(state[this.historyAt], node, outcome);
			state[this.historyAt] = this.history.enter(state[this.historyAt], node, outcome);
		}
		return broken;
	}

	/** Time passes for all. */
	private void time(int[] state, StateSpace.Visitor<Transition> visitor) {
		int[] next = state.clone();
		String broken = null;
		for (int i = 0; i < this.nodes; i++) {
			Outcome outcome = (this.outcomes.node(next[i]).state() != null)
					? this.outcomes.of(next[i], Action.TIME, this.bounds.rates().charAt(i)) : Outcome.NOTHING;
			if (outcome == Outcome.BEYOND) {
				visitor.beyond();
				return;
			}
			if (outcome != Outcome.NOTHING) {
				String also = apply(next, i, outcome);
				broken = (broken != null) ? broken : also;
			}
		}
		finish(next, broken, new Transition(Action.TIME, -1, 0, 0), visitor);
	}

	private void finish(int[] next, @Nullable String before, Transition transition,
			StateSpace.Visitor<Transition> visitor) {
		String broken = (before != null) ? before : twoLeaders(next);
		this.stuttering.over(next);
		visitor.reached(next, transition, broken);
	}

	private @Nullable String twoLeaders(int[] state) {
		int leader = -1;
		for (int i = 0; i < this.nodes; i++) {
			if (this.outcomes.node(state[i]).leads()) {
				if (leader >= 0) {
					return "S2: " + TimeScale.id(leader) + " and " + TimeScale.id(i) + " both answer that they lead";
				}
				leader = i;
			}
		}
		return null;
	}

	public Network network() {
		return this.network;
	}

	public NodeState node(int number) {
		return this.outcomes.node(number);
	}

	int nodes() {
		return this.nodes;
	}

	public int nodeStates() {
		return this.outcomes.size();
	}

}
