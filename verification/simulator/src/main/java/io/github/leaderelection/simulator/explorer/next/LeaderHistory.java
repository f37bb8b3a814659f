package io.github.leaderelection.simulator.explorer.next;

import java.util.Arrays;

import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.node.Outcome;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import org.jspecify.annotations.Nullable;

/**
 * Who led in which term, and the highest token: what S1 and S3 are judged by. Kept by
 * number as a part of every state. Safe for use from any thread.
 */
final class LeaderHistory {

	/** The history with nothing in it. */
	static final int EMPTY = 0;

	private static final int NOBODY = -1;

	private final InternTable<Entry, Entry> entries = new InternTable<>();

	LeaderHistory(int terms) {
		int[] leaders = new int[terms + 1];
		Arrays.fill(leaders, NOBODY);
		Entry entry = new Entry(leaders, 0);
		this.entries.number(entry, entry);
	}

	/**
	 * Whether what happened to a node contradicts what happened before.
	 * @return the promise broken, or null
	 */
	@Nullable String contradiction(int number, int node, Outcome outcome) {
		Entry entry = this.entries.get(number);
		for (long term : outcome.claims()) {
			int other = entry.leaders()[(int) term];
			if (other != NOBODY && other != node) {
				return "S1: " + TimeScale.id(node) + " leads in term " + term + ", in which " + TimeScale.id(other)
						+ " has led";
			}
		}
		for (long token : outcome.grants()) {
			if (token <= entry.token()) {
				return "S3: " + TimeScale.id(node) + " is granted token " + token + " after token " + entry.token();
			}
		}
		return null;
	}

	/** Enters what happened to a node. */
	int enter(int number, int node, Outcome outcome) {
		Entry entry = this.entries.get(number);
		int[] leaders = entry.leaders().clone();
		long token = entry.token();
		for (long term : outcome.claims()) {
			leaders[(int) term] = node;
		}
		for (long granted : outcome.grants()) {
			token = Math.max(token, granted);
		}
		Entry next = new Entry(leaders, token);
		Integer known = this.entries.find(next);
		return (known != null) ? known : this.entries.number(next, next);
	}

	/**
	 * One history.
	 *
	 * @param leaders by term, -1 for nobody
	 */
	private record Entry(int[] leaders, long token) {

		@Override
		public boolean equals(Object other) {
			return other instanceof Entry entry && entry.token == this.token
					&& Arrays.equals(entry.leaders, this.leaders);
		}

		@Override
		public int hashCode() {
			return 31 * Arrays.hashCode(this.leaders) + Long.hashCode(this.token);
		}

	}

}
