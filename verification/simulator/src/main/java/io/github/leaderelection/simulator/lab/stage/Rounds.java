package io.github.leaderelection.simulator.lab.stage;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Envelope;

/**
 * How long an election is when messages take all the time: the longest chain of messages
 * up to a grant in which each was sent after the one before was handled.
 */
final class Rounds {

	private final UnderWay<Integer> underWay = new UnderWay<>();

	private final Map<Integer, Integer> reached = new HashMap<>();

	private int untilGrant;

	void sent(Transit transit) {
		this.underWay.sent(transit, this.reached.getOrDefault(transit.from(), 0) + 1);
	}

	void handled(int machine, Envelope<?> envelope) {
		Integer round = this.underWay.handled(machine, envelope.body());
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
