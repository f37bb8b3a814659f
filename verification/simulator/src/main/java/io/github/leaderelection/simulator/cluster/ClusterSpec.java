package io.github.leaderelection.simulator.cluster;

import java.util.List;

import io.github.leaderelection.simulator.network.Conditions;

/**
 * What a cluster is made of.
 *
 * @param timerDelay by how much timers are late at most, in nanoseconds, at least 1
 */
public record ClusterSpec(List<MachineSpec> machines, List<String> groups, Conditions conditions, long timerDelay) {

	/**
	 * Copies the lists.
	 */
	public ClusterSpec {
		machines = List.copyOf(machines);
		groups = List.copyOf(groups);
	}

}
