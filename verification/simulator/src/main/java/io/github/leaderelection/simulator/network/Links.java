package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.spi.ForeignRules;

/**
 * Which links are open, as each of their two ends believes.
 */
final class Links {

	private final int size;

	private final long[] open;

	private final boolean[] wanted;

	private final long[] dials;

	private final long[] heard;

	private final List<Map<String, ForeignRules>> foreign;

	private long last;

	Links(int size) {
		this.size = size;
		this.open = new long[size * size];
		this.wanted = new boolean[size * size];
		this.dials = new long[size * size];
		this.heard = new long[size * size];
		this.foreign = new ArrayList<>(Collections.nCopies(size * size, Map.of()));
	}

	/**
	 * The link that one machine believes open.
	 * @return its number, 0 for none
	 */
	long at(int machine, int peer) {
		return this.open[machine * this.size + peer];
	}

	long next() {
		return ++this.last;
	}

	void open(int machine, int peer, long link, long now) {
		this.open[machine * this.size + peer] = link;
		this.heard[machine * this.size + peer] = now;
	}

	/**
	 * The groups whose messages a link does not carry.
	 */
	Map<String, ForeignRules> foreign(int machine, int peer) {
		return this.foreign.get(machine * this.size + peer);
	}

	void foreign(int machine, int peer, Map<String, ForeignRules> groups) {
		this.foreign.set(machine * this.size + peer, groups);
	}

	void closed(int machine, int peer) {
		this.open[machine * this.size + peer] = 0;
	}

	boolean wanted(int machine, int peer) {
		return this.wanted[machine * this.size + peer];
	}

	void wanted(int machine, int peer, boolean isWanted) {
		this.wanted[machine * this.size + peer] = isWanted;
	}

	/** Begins to dial: whatever was planned before is void. */
	long newDial(int machine, int peer) {
		return ++this.dials[machine * this.size + peer];
	}

	boolean isDial(int machine, int peer, long dial) {
		return this.dials[machine * this.size + peer] == dial;
	}

	long heard(int machine, int peer) {
		return this.heard[machine * this.size + peer];
	}

	void heard(int machine, int peer, long now) {
		this.heard[machine * this.size + peer] = now;
	}

}
