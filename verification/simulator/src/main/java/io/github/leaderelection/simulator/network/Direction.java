package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.List;

/**
 * The way from one machine to another.
 */
final class Direction {

	private boolean cut;

	private boolean clogged;

	private long extraLatency;

	private long lastArrival;

	private final List<Transit> held = new ArrayList<>();

	void cut(boolean isCut) {
		this.cut = isCut;
	}

	boolean isClogged() {
		return this.clogged;
	}

	void clogged(boolean isClogged) {
		this.clogged = isClogged;
	}

	long extraLatency() {
		return this.extraLatency;
	}

	void extraLatency(long nanos) {
		this.extraLatency = nanos;
	}

	/**
	 * Whether nothing passes at present.
	 */
	boolean isBlocked() {
		return this.cut || this.clogged;
	}

	void hold(Transit transit) {
		this.held.add(transit);
	}

	List<Transit> takeHeld() {
		List<Transit> taken = new ArrayList<>(this.held);
		this.held.clear();
		return taken;
	}

	/**
	 * Keeps the order of messages.
	 * @return the arrival, not before that of the message before
	 */
	long inOrder(long arrival) {
		this.lastArrival = Math.max(this.lastArrival, arrival);
		return this.lastArrival;
	}

}
