package io.github.leaderelection.simulator.explorer;

import java.util.BitSet;

import io.github.leaderelection.internal.quorum.ExploredState;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster as numbers: of each node's state, of what is on each link, of what is
 * left of the bounds, and of the ledger. Finds all that may happen next. Safe for use
 * from any thread.
 */
final class Cluster {

	private final Bounds bounds;

	private final AnyNomination nomination;

	private final int nodes;

	private final int faultsAt;

	private final int ledgerAt;

	private final Links links;

	private final Ledger ledger;

	private final Outcomes outcomes;

	private final Talk talk;

	private BitSet cut = new BitSet();

	Cluster(Bounds bounds, AnyNomination nomination, Links links, Outcomes outcomes) {
		this.bounds = bounds;
		this.nomination = nomination;
		this.links = links;
		this.outcomes = outcomes;
		this.nodes = bounds.nodes();
		this.faultsAt = this.nodes + this.nodes * this.nodes;
		this.ledgerAt = this.faultsAt + 1;
		this.ledger = new Ledger(bounds.terms());
		this.talk = new Talk(this, this.outcomes, this.links, nomination.isOne());
	}

	/** How many numbers make a cluster. */
	int width() {
		return this.ledgerAt + 1;
	}

	/** Where the link from one node to another is. */
	int link(int from, int to) {
		return this.nodes + from * this.nodes + to;
	}

	/**
	 * What is sent over some links from now on is lost. To be called before a search.
	 * @param links the links, each by its position among those of all nodes in order
	 */
	void cut(BitSet links) {
		this.cut = links;
	}

	/** Puts letters on a link. */
	void put(int[] cluster, int from, int to, int letters) {
		if (!this.cut.get(from * this.nodes + to)) {
			cluster[link(from, to)] = this.links.join(cluster[link(from, to)], letters);
		}
	}

	/**
	 * All nodes have started, and nothing else has happened.
	 */
	int[] initial() {
		int[] cluster = new int[width()];
		for (int i = 0; i < this.nodes; i++) {
			cluster[i] = this.outcomes.initial(i);
		}
		cluster[this.faultsAt] = Fault.all(this.bounds, this.nomination);
		return cluster;
	}

	/**
	 * Finds all that may happen next.
	 * @param cluster the cluster
	 * @param visitor told of each, in an order that depends on the cluster alone
	 */
	void expand(int[] cluster, Visitor visitor) {
		for (int i = 0; i < this.nodes; i++) {
			NodeState node = this.outcomes.node(cluster[i]);
			if (node.state() == null) {
				happens(cluster, i, Move.START, 0, Fault.NOTHING, visitor);
				if (isLeft(cluster, Fault.LOSS) && !node.isBlank()) {
					happens(cluster, i, Move.START_LOST, 0, Fault.LOSS.once(), visitor);
				}
				continue;
			}
			if (node.pending() != null) {
				happens(cluster, i, Move.SAVED, 0, Fault.NOTHING, visitor);
			}
			if (node.heed().token() > 0) {
				happens(cluster, i, Move.UNBACKED, 0, Fault.NOTHING, visitor);
			}
			if (!this.bounds.durable() && node.heed().questions().lost() == ExploredState.Lost.ASKING) {
				happens(cluster, i, Move.WALL_CLOCK, (int) highestTermBut(cluster, i), Fault.NOTHING, visitor);
			}
			arrivals(cluster, i, visitor);
			scouts(cluster, i, visitor);
			for (int timers = Steps.timersOf(node); timers != 0; timers &= timers - 1) {
				happens(cluster, i, Move.TIMER, Integer.numberOfTrailingZeros(timers), Fault.NOTHING, visitor);
			}
			faults(cluster, i, node, visitor);
		}
		time(cluster, visitor);
	}

	private void arrivals(int[] cluster, int to, Visitor visitor) {
		for (int from = 0; from < this.nodes; from++) {
			for (int letter : this.links.on(cluster[link(from, to)])) {
				happens(cluster, to, Move.ARRIVAL, letter, Fault.NOTHING, visitor);
				if (this.links.letter(letter).envelope().body() instanceof LeadershipCession) {
					happens(cluster, to, Move.HAND_OVER, letter, Fault.NOTHING, visitor);
				}
			}
		}
	}

	private void scouts(int[] cluster, int i, Visitor visitor) {
		NodeState node = this.outcomes.node(cluster[i]);
		if (!Steps.mayScout(node)) {
			return;
		}
		happens(cluster, i, Move.SCOUT, 0, Fault.NOTHING, visitor);
		long own = node.disk().term();
		for (int term = (int) own + 1; term <= highestTermBut(cluster, i); term++) {
			happens(cluster, i, Move.SCOUT, term, Fault.NOTHING, visitor);
		}
	}

	private long highestTermBut(int[] cluster, int except) {
		long highest = 0;
		for (int i = 0; i < this.nodes; i++) {
			if (i != except) {
				highest = Math.max(highest, this.outcomes.node(cluster[i]).disk().term());
			}
		}
		return highest;
	}

	private void faults(int[] cluster, int i, NodeState node, Visitor visitor) {
		if (isLeft(cluster, Fault.CRASH)) {
			happens(cluster, i, Move.CRASH, 0, Fault.CRASH.once(), visitor);
		}
		if (node.pending() != null) {
			return;
		}
		if (isLeft(cluster, Fault.BREAK)) {
			for (int other = 0; other < this.nodes; other++) {
				if (other != i) {
					happens(cluster, i, Move.BREAK, other, Fault.BREAK.once(), visitor);
				}
			}
		}
		if (isLeft(cluster, Fault.RESIGN) && node.grant() != null) {
			happens(cluster, i, Move.RESIGN, 0, Fault.RESIGN.once(), visitor);
		}
		if (isLeft(cluster, Fault.GIVE_WAY) && node.grant() != null) {
			happens(cluster, i, Move.GIVE_WAY, 0, Fault.GIVE_WAY.once(), visitor);
		}
		for (int other = 0; other < this.nodes; other++) {
			if (isLeft(cluster, Fault.HAND_OVER) && node.grant() != null && other != i) {
				happens(cluster, i, Move.TRANSFER, other, Fault.HAND_OVER.once(), visitor);
			}
		}
	}

	private boolean isLeft(int[] cluster, Fault fault) {
		return fault.isLeft(cluster[this.faultsAt]);
	}

	private void happens(int[] cluster, int node, Move move, int argument, int spent, Visitor visitor) {
		Outcome outcome = this.outcomes.of(cluster[node], move, argument);
		if (outcome == Outcome.NOTHING) {
			return;
		}
		visit(cluster, node, outcome, spent, new Happening(move, node, argument, 0), visitor);
		if (isLeft(cluster, Fault.CRASH)) {
			for (int i = 0; i < outcome.crashed().size(); i++) {
				visit(cluster, node, outcome.crashed().get(i), spent + Fault.CRASH.once(),
						new Happening(move, node, argument, i + 1), visitor);
			}
		}
	}

	private void visit(int[] cluster, int node, Outcome outcome, int spent, Happening happening, Visitor visitor) {
		if (outcome == Outcome.BEYOND) {
			visitor.beyond();
			return;
		}
		int[] next = cluster.clone();
		next[this.faultsAt] -= spent;
		finish(next, apply(next, node, outcome), happening, visitor);
	}

	/**
	 * Does to a cluster what happens to a node.
	 * @return a promise that is broken by it, or null
	 */
	@Nullable String apply(int[] cluster, int node, Outcome outcome) {
		cluster[node] = outcome.node();
		if (outcome.renaming() >= 0) {
			for (int other = 0; other < this.nodes; other++) {
				cluster[link(node, other)] = this.links.rename(cluster[link(node, other)], outcome.renaming());
				cluster[link(other, node)] = this.links.rename(cluster[link(other, node)], outcome.renaming());
			}
		}
		for (int to = 0; to < outcome.sent().length; to++) {
			put(cluster, node, to, outcome.sent()[to]);
		}
		String broken = outcome.broken();
		if (broken == null && outcome.claims().length + outcome.grants().length > 0) {
			broken = this.ledger.contradiction(cluster[this.ledgerAt], node, outcome);
			cluster[this.ledgerAt] = this.ledger.enter(cluster[this.ledgerAt], node, outcome);
		}
		return broken;
	}

	/** Time passes for all. */
	private void time(int[] cluster, Visitor visitor) {
		int[] next = cluster.clone();
		String broken = null;
		for (int i = 0; i < this.nodes; i++) {
			Outcome outcome = (this.outcomes.node(next[i]).state() != null)
					? this.outcomes.of(next[i], Move.TIME, this.bounds.rates().charAt(i)) : Outcome.NOTHING;
			if (outcome == Outcome.BEYOND) {
				visitor.beyond();
				return;
			}
			if (outcome != Outcome.NOTHING) {
				String also = apply(next, i, outcome);
				broken = (broken != null) ? broken : also;
			}
		}
		finish(next, broken, new Happening(Move.TIME, -1, 0, 0), visitor);
	}

	private void finish(int[] next, @Nullable String before, Happening happening, Visitor visitor) {
		String broken = (before != null) ? before : twoLeaders(next);
		this.talk.over(next);
		visitor.next(next, happening, broken);
	}

	private @Nullable String twoLeaders(int[] cluster) {
		int leader = -1;
		for (int i = 0; i < this.nodes; i++) {
			if (this.outcomes.node(cluster[i]).leads()) {
				if (leader >= 0) {
					return "S2: " + Scale.id(leader) + " and " + Scale.id(i) + " both answer that they lead";
				}
				leader = i;
			}
		}
		return null;
	}

	Links links() {
		return this.links;
	}

	NodeState node(int number) {
		return this.outcomes.node(number);
	}

	int nodes() {
		return this.nodes;
	}

	int nodeStates() {
		return this.outcomes.size();
	}

}
