package io.github.leaderelection.simulator.explorer.next;

import java.util.Arrays;

import io.github.leaderelection.simulator.explorer.network.Network;

/**
 * What one node says, to each of the others.
 */
final class SaidWords {

	private static final int INITIAL = 8;

	private final Network network;

	/** For each node the links whose messages it is told, one after the other. */
	private final int[][] links;

	private final int[] count;

	SaidWords(Network network, int nodes) {
		this.network = network;
		this.links = new int[nodes][INITIAL];
		this.count = new int[nodes];
	}

	/**
	 * Says more.
	 * @param sent for each node a link with what is said to it
	 */
	void add(int[] sent) {
		for (int to = 0; to < sent.length; to++) {
			int said = this.count[to];
			boolean again = said > 0 && this.links[to][said - 1] == sent[to];
			if (sent[to] != Network.EMPTY && !again) {
				if (said == this.links[to].length) {
					this.links[to] = Arrays.copyOf(this.links[to], 2 * said);
				}
				this.links[to][said] = sent[to];
				this.count[to]++;
			}
		}
	}

	/**
	 * All that was said.
	 * @return for each node a link with what was said to it
	 */
	int[] all() {
		int[] all = new int[this.links.length];
		for (int to = 0; to < all.length; to++) {
			all[to] = this.network.join(Arrays.copyOf(this.links[to], this.count[to]));
		}
		return all;
	}

}
