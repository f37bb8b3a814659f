package io.github.leaderelection.simulator.invariant;

import java.util.BitSet;

import io.github.leaderelection.simulator.cluster.SimulatedCluster;

/**
 * S2 of one group: at no instant do two nodes answer that they lead. Between events a
 * lease can only end, so an overlap begins at an event of one of the two, and asking
 * those who led at their last event is exact.
 */
final class LeaseWatch {

	private final SimulatedCluster cluster;

	private final Findings findings;

	private final int group;

	private final boolean promised;

	private final BitSet leading = new BitSet();

	private long ledSince;

	private long ledNanos;

	private int most;

	LeaseWatch(SimulatedCluster cluster, Findings findings, int group, boolean promised) {
		this.cluster = cluster;
		this.findings = findings;
		this.group = group;
		this.promised = promised;
	}

	/** Asks a machine after something happened on it. */
	boolean leads(int machine) {
		boolean leads = this.cluster.node(machine).leads(this.group);
		if (leads) {
			if (!this.leading.get(machine) || this.leading.cardinality() > 1) {
				askOthers(machine);
				begin(machine);
			}
		}
		else if (this.leading.get(machine)) {
			end(machine);
		}
		return leads;
	}

	/**
	 * Who leads at this instant.
	 * @return a machine, negative for nobody
	 */
	int leader() {
		for (int i = this.leading.nextSetBit(0); i >= 0; i = this.leading.nextSetBit(i + 1)) {
			if (leads(i)) {
				return i;
			}
		}
		return -1;
	}

	/**
	 * For how long there was a leader.
	 */
	long ledNanos(long now) {
		return this.ledNanos + (!this.leading.isEmpty() ? now - this.ledSince : 0);
	}

	private void askOthers(int machine) {
		for (int i = this.leading.nextSetBit(0); i >= 0; i = this.leading.nextSetBit(i + 1)) {
			if (i == machine) {
				continue;
			}
			if (this.cluster.node(i).leads(this.group)) {
				if (this.promised) {
					this.findings.report("S2", "n" + machine + " and n" + i + " both answer that they lead group "
							+ this.cluster.groups().get(this.group));
				}
			}
			else {
				end(i);
			}
		}
	}

	private void begin(int machine) {
		if (this.leading.isEmpty()) {
			this.ledSince = this.cluster.time().now();
		}
		this.leading.set(machine);
		this.most = Math.max(this.most, this.leading.cardinality());
	}

	/**
	 * How many led at once at most, since it was last asked.
	 */
	int takeMost() {
		int taken = this.most;
		this.most = this.leading.cardinality();
		return taken;
	}

	private void end(int machine) {
		this.leading.clear(machine);
		if (this.leading.isEmpty()) {
			this.ledNanos += this.cluster.time().now() - this.ledSince;
		}
	}

}
