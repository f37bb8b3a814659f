package io.github.leaderelection.simulator.lab.stage;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

import io.github.leaderelection.protocol.Envelope;

/**
 * How long an election is when messages take all the time: the longest chain of messages
 * up to a grant in which each was sent after the one before was handled.
 */
final class Rounds {

	private final Map<Envelope<?>, Integer> underWay = new IdentityHashMap<>();

	private final Map<Integer, Integer> reached = new HashMap<>();

	private int untilGrant;

	void sent(int machine, Envelope<?> envelope) {
		this.underWay.put(envelope, this.reached.getOrDefault(machine, 0) + 1);
	}

	void handled(int machine, Envelope<?> envelope) {
		Integer round = this.underWay.remove(envelope);
		if (round != null) {
			this.reached.merge(machine, round, Math::max);
		}
	}

	void granted(int machine) {
		if (this.untilGrant == 0) {
			this.untilGrant = this.reached.getOrDefault(machine, 0);
		}
	}

	/**
	 * The length of the chain up to the first grant, 0 before it.
	 */
	int untilGrant() {
		return this.untilGrant;
	}

}
