package io.github.leaderelection.simulator.invariant;

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

	private long leading;

	private long ledSince;

	private long ledNanos;

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
		long bit = 1L << node.index();
		boolean leads = node.canAnswer() && node.application().isLeader(this.group);
		if (leads) {
			if (this.leading != bit) {
				askOthers(cluster, node, bit);
				become(cluster, this.leading | bit);
			}
		}
		else if ((this.leading & bit) != 0) {
			become(cluster, this.leading & ~bit);
		}
		return leads;
	}

	/**
	 * Who leads at this instant.
	 * @return a machine, negative for nobody
	 */
	int leader(SimulatedCluster cluster) {
		for (int i = 0; i < cluster.size(); i++) {
			if ((this.leading & (1L << i)) != 0 && leads(cluster, cluster.node(i))) {
				return i;
			}
		}
		return -1;
	}

	/**
	 * For how long there was a leader.
	 */
	long ledNanos(long now) {
		return this.ledNanos + ((this.leading != 0) ? now - this.ledSince : 0);
	}

	private void askOthers(SimulatedCluster cluster, SimulatedNode node, long bit) {
		for (int i = 0; i < cluster.size(); i++) {
			long other = 1L << i;
			if (other == bit || (this.leading & other) == 0) {
				continue;
			}
			if (cluster.node(i).canAnswer() && cluster.node(i).application().isLeader(this.group)) {
				if (this.promised) {
					this.findings.report("S2", "n" + node.index() + " and n" + i + " both answer that they lead group "
							+ cluster.groups().get(this.group));
				}
			}
			else {
				become(cluster, this.leading & ~other);
			}
		}
	}

	private void become(SimulatedCluster cluster, long now) {
		long time = cluster.time().now();
		if (this.leading == 0 && now != 0) {
			this.ledSince = time;
		}
		else if (this.leading != 0 && now == 0) {
			this.ledNanos += time - this.ledSince;
		}
		this.leading = now;
	}

}
