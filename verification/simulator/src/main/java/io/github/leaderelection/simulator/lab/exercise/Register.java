package io.github.leaderelection.simulator.lab.exercise;

import java.util.ArrayList;
import java.util.List;

/**
 * A storage that refuses writes under a token lower than the highest it has seen, and
 * keeps the book of all writes.
 */
final class Register {

	private final List<Write> writes = new ArrayList<>();

	private long highest;

	/**
	 * Asks for a write.
	 * @param token under which token; always the same where there are none
	 */
	void write(long at, int node, long token) {
		boolean accepted = token >= this.highest;
		this.highest = Math.max(this.highest, token);
		this.writes.add(new Write(at, node, token, accepted));
	}

	long count(int node, boolean accepted) {
		return this.writes.stream().filter((write) -> write.node() == node && write.accepted() == accepted).count();
	}

	List<Write> refused() {
		return this.writes.stream().filter((write) -> !write.accepted()).toList();
	}

	/** The writes that came upon one of another writer. */
	List<Write> changes() {
		List<Write> changes = new ArrayList<>();
		Write before = null;
		for (Write write : this.writes) {
			if (write.accepted()) {
				if (before != null && before.node() != write.node()) {
					changes.add(write);
				}
				before = write;
			}
		}
		return changes;
	}

	/** For how long one overwrote what the other had written, in nanoseconds. */
	long mixedNanos() {
		List<Write> changes = changes();
		return changes.isEmpty() ? 0 : changes.get(changes.size() - 1).at() - changes.get(0).at();
	}

	/**
	 * A write.
	 */
	record Write(long at, int node, long token, boolean accepted) {
	}

}
