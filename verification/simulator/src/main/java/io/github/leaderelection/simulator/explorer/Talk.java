package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;

/**
 * What nodes say without a change in them: answers they would give again, beats they
 * would repeat. It is said at once, for what was said need not arrive, so nothing that
 * could happen without it is lost; and what means nothing to its receiver any more is
 * taken away. Safe for use from any thread.
 */
final class Talk {

	private static final int BY_ITSELF = 0;

	private final Memo<int[]> said = new Memo<>();

	private final Memo<Integer> purged = new Memo<>();

	private final Cluster cluster;

	private final Outcomes outcomes;

	private final Links links;

	private final boolean nominates;

	Talk(Cluster cluster, Outcomes outcomes, Links links, boolean nominates) {
		this.nominates = nominates;
		this.cluster = cluster;
		this.outcomes = outcomes;
		this.links = links;
	}

	/**
	 * Lets all nodes say what they have to say.
	 * @param numbers the cluster
	 */
	void over(int[] numbers) {
		int nodes = this.cluster.nodes();
		boolean changed = true;
		while (changed) {
			changed = false;
			for (int i = 0; i < nodes; i++) {
				changed |= say(numbers, i, said(numbers[i], BY_ITSELF));
				for (int from = 0; from < nodes; from++) {
					if (from != i && numbers[this.cluster.link(from, i)] != Links.EMPTY) {
						changed |= say(numbers, i, said(numbers[i], numbers[this.cluster.link(from, i)]));
					}
				}
			}
		}
		for (int to = 0; to < nodes; to++) {
			for (int from = 0; from < nodes; from++) {
				int at = this.cluster.link(from, to);
				if (numbers[at] != Links.EMPTY) {
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
		int number = this.links
			.number(Arrays.stream(this.links.on(link)).filter((letter) -> matters(letter, to)).toArray());
		this.purged.put(link, to, number);
		return number;
	}

	private boolean matters(int letter, int to) {
		NodeState node = this.outcomes.node(to);
		if (node.heeds(this.links.letter(letter))) {
			return true;
		}
		if (node.state() == null) {
			return false;
		}
		Outcome outcome = this.outcomes.of(to, Move.ARRIVAL, letter);
		return outcome != Outcome.NOTHING && outcome != Outcome.BEYOND
				&& (outcome.broken() != null || !Outcomes.isTalk(to, outcome));
	}

	private boolean say(int[] numbers, int node, int[] links) {
		boolean changed = false;
		for (int to = 0; to < links.length; to++) {
			int at = this.cluster.link(node, to);
			int before = numbers[at];
			this.cluster.put(numbers, node, to, links[to]);
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
		int[] words = new int[this.cluster.nodes()];
		if (node.state() == null) {
			return new int[0];
		}
		if (link != BY_ITSELF) {
			for (int letter : this.links.on(link)) {
				add(words, number, this.outcomes.of(number, Move.ARRIVAL, letter));
				if (this.nominates && this.links.letter(letter).body() instanceof ElectionProposal) {
					add(words, number, this.outcomes.of(number, Move.REFUSE, letter));
				}
			}
			return words;
		}
		for (int timers = Steps.timersOf(node); timers != 0; timers &= timers - 1) {
			add(words, number, this.outcomes.of(number, Move.TIMER, Integer.numberOfTrailingZeros(timers)));
		}
		if (node.heed().token() > 0) {
			add(words, number, this.outcomes.of(number, Move.UNBACKED, 0));
		}
		return words;
	}

	private void add(int[] words, int number, Outcome outcome) {
		if (Outcomes.isTalk(number, outcome)) {
			for (int to = 0; to < outcome.sent().length; to++) {
				words[to] = this.links.join(words[to], outcome.sent()[to]);
			}
		}
	}

}
