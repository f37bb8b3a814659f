package io.github.leaderelection.simulator.invariant;

import java.util.BitSet;

import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;

/**
 * S2 of one group: at no instant do two nodes answer that they lead. Between events a
 * lease can only end, so an overlap begins at an event of one of the two, and asking
 * those who led at their last event is exact.
 */
final class LeaseWatch {

	private final Findings findings;

	private final int group;

	private final boolean promised;

	private final BitSet leading = new BitSet();

	private long ledSince;

	private long ledNanos;

	private int most;

	LeaseWatch(Findings findings, int group, boolean promised) {
		this.findings = findings;
		this.group = group;
		this.promised = promised;
	}

	/**
	 * Asks a machine after something happened on it.
	 * @return whether it leads
	 */
	boolean leads(SimulatedCluster cluster, SimulatedNode node) {
		boolean leads = node.canAnswer() && node.application().isLeader(this.group);
		if (leads) {
			if (!this.leading.get(node.index()) || this.leading.cardinality() > 1) {
				askOthers(cluster, node);
				begin(cluster, node.index());
			}
		}
		else if (this.leading.get(node.index())) {
			end(cluster, node.index());
		}
		return leads;
	}

	/**
	 * Who leads at this instant.
	 * @return a machine, negative for nobody
	 */
	int leader(SimulatedCluster cluster) {
		for (int i = this.leading.nextSetBit(0); i >= 0; i = this.leading.nextSetBit(i + 1)) {
			if (leads(cluster, cluster.node(i))) {
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

	private void askOthers(SimulatedCluster cluster, SimulatedNode node) {
		for (int i = this.leading.nextSetBit(0); i >= 0; i = this.leading.nextSetBit(i + 1)) {
			if (i == node.index()) {
				continue;
			}
			if (cluster.node(i).canAnswer() && cluster.node(i).application().isLeader(this.group)) {
				if (this.promised) {
					this.findings.report("S2", "n" + node.index() + " and n" + i + " both answer that they lead group "
							+ cluster.groups().get(this.group));
				}
			}
			else {
				end(cluster, i);
			}
		}
	}

	private void begin(SimulatedCluster cluster, int machine) {
		if (this.leading.isEmpty()) {
			this.ledSince = cluster.time().now();
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

	private void end(SimulatedCluster cluster, int machine) {
		this.leading.clear(machine);
		if (this.leading.isEmpty()) {
			this.ledNanos += cluster.time().now() - this.ledSince;
		}
	}

}
