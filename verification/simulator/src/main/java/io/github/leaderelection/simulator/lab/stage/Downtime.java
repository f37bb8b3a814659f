package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayList;
import java.util.List;

/**
 * The spans in which no node leads, as seen after every event.
 */
final class Downtime {

	private final List<Long> gaps = new ArrayList<>();

	private boolean leaderless = true;

	private long since;

	/**
	 * Forgets what was before. A span that lasts begins now.
	 */
	void restart(long now) {
		this.gaps.clear();
		this.since = now;
	}

	void observe(long now, boolean someoneLeads) {
		if (someoneLeads && this.leaderless) {
			this.gaps.add(now - this.since);
		}
		else if (!someoneLeads && !this.leaderless) {
			this.since = now;
		}
		this.leaderless = !someoneLeads;
	}

	/**
	 * The spans that have ended, in their order.
	 */
	List<Long> gaps() {
		return List.copyOf(this.gaps);
	}

	/**
	 * How long the span lasts that has not ended, 0 while somebody leads.
	 */
	long open(long now) {
		return this.leaderless ? now - this.since : 0;
	}

}
