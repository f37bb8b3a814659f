package io.github.leaderelection.simulator.explorer.next;

import java.util.Arrays;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.node.Action;
import io.github.leaderelection.simulator.explorer.node.NodeActions;
import io.github.leaderelection.simulator.explorer.node.NodeState;
import io.github.leaderelection.simulator.explorer.node.Outcome;
import io.github.leaderelection.simulator.explorer.node.Outcomes;
import io.github.leaderelection.simulator.explorer.table.Memo;

/**
 * Steps that change no node and only send: answers they would give again, beats they
 * would repeat. They are taken at once, for what was said need not arrive, so nothing
 * that could happen without it is lost; and what means nothing to its receiver any more
 * is taken away. Safe for use from any thread.
 */
final class StutteringSteps {

	private static final int BY_ITSELF = 0;

	private final Memo<int[]> said = new Memo<>();

	private final Memo<Integer> purged = new Memo<>();

	private final NextStates nextStates;

	private final Outcomes outcomes;

	private final Network network;

	private final boolean nominates;

	StutteringSteps(NextStates nextStates, Outcomes outcomes, Network network, boolean nominates) {
		this.nominates = nominates;
		this.nextStates = nextStates;
		this.outcomes = outcomes;
		this.network = network;
	}

	/** Lets all nodes say what they have to say. */
	void over(int[] numbers) {
		int nodes = this.nextStates.nodes();
		for (int i = 0; i < nodes; i++) {
			say(numbers, i, said(numbers[i], BY_ITSELF));
		}
		int[] heard = new int[nodes * nodes];
		boolean changed = true;
		while (changed) {
			changed = false;
			for (int i = 0; i < nodes; i++) {
				for (int from = 0; from < nodes; from++) {
					int link = numbers[this.nextStates.link(from, i)];
					// what was on it before has been answered before
					if (from != i && link != heard[from * nodes + i]) {
						heard[from * nodes + i] = link;
						changed |= say(numbers, i, said(numbers[i], link));
					}
				}
			}
		}
		for (int to = 0; to < nodes; to++) {
			for (int from = 0; from < nodes; from++) {
				int at = this.nextStates.link(from, to);
				if (numbers[at] != Network.EMPTY) {
					numbers[at] = purged(numbers[at], numbers[to]);
				}
			}
		}
	}

	/**
	 * Takes from a link what means nothing to its receiver any more.
	 */
	private int purged(int link, int to) {
		Integer known = this.purged.get(link, to);
		if (known != null) {
			return known;
		}
		int[] messages = this.network.on(link);
		int[] left = new int[messages.length];
		int count = 0;
		for (int message : messages) {
			if (matters(message, to)) {
				left[count++] = message;
			}
		}
		int number = (count == messages.length) ? link : this.network.number(Arrays.copyOf(left, count));
		this.purged.put(link, to, number);
		return number;
	}

	private boolean matters(int message, int to) {
		NodeState node = this.outcomes.node(to);
		if (node.heeds(this.network.message(message))) {
			return true;
		}
		if (node.state() == null) {
			return false;
		}
		Outcome outcome = this.outcomes.of(to, Action.ARRIVAL, message);
		return outcome != Outcome.NOTHING && outcome != Outcome.BEYOND
				&& (outcome.broken() != null || !Outcomes.isTalk(to, outcome));
	}

	private boolean say(int[] numbers, int node, int[] words) {
		boolean changed = false;
		for (int to = 0; to < words.length; to++) {
			int at = this.nextStates.link(node, to);
			int before = numbers[at];
			this.nextStates.put(numbers, node, to, words[to]);
			changed |= numbers[at] != before;
		}
		return changed;
	}

	/**
	 * What a node says by itself, or to what is on a link to it.
	 * @return for each node a link with what it says to it; empty if it says nothing
	 */
	private int[] said(int number, int link) {
		int[] known = this.said.get(number, link);
		if (known == null) {
			known = find(number, link);
			this.said.put(number, link, known);
		}
		return known;
	}

	private int[] find(int number, int link) {
		NodeState node = this.outcomes.node(number);
		if (node.state() == null) {
			return new int[0];
		}
		SaidWords words = new SaidWords(this.network, this.nextStates.nodes());
		if (link != BY_ITSELF) {
			for (int message : this.network.on(link)) {
				add(words, number, this.outcomes.of(number, Action.ARRIVAL, message));
				if (this.nominates && this.network.message(message).body() instanceof ElectionProposal) {
					add(words, number, this.outcomes.of(number, Action.REFUSE, message));
				}
			}
			return words.all();
		}
		for (int timers = NodeActions.timersOf(node); timers != 0; timers &= timers - 1) {
			add(words, number, this.outcomes.of(number, Action.TIMER, Integer.numberOfTrailingZeros(timers)));
		}
		if (node.awaited().token() > 0) {
			add(words, number, this.outcomes.of(number, Action.UNBACKED, 0));
		}
		return words.all();
	}

	private static void add(SaidWords words, int number, Outcome outcome) {
		if (Outcomes.isTalk(number, outcome)) {
			words.add(outcome.sent());
		}
	}

}
