package io.github.leaderelection.simulator.cluster;

import java.util.List;
import java.util.function.Supplier;

import io.github.leaderelection.protocol.ElectionProtocol;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumProtocol;
import io.github.leaderelection.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Conditions;

/**
 * What a cluster is made of.
 *
 * @param machines the machines
 * @param groups the names of the groups
 * @param conditions how the network behaves at first
 * @param timerDelay by how much timers are late at most, in nanoseconds, at least 1
 * @param protocol makes the election that each process runs
 */
public record ClusterSpec(List<MachineSpec> machines, List<String> groups, Conditions conditions, long timerDelay,
		Supplier<ElectionProtocol<QuorumState, QuorumMessage>> protocol) {

	/**
	 * Copies the lists.
	 */
	public ClusterSpec {
		machines = List.copyOf(machines);
		groups = List.copyOf(groups);
	}

	/**
	 * A cluster that runs the election that ships.
	 * @param machines the machines
	 * @param groups the names of the groups
	 * @param conditions how the network behaves at first
	 * @param timerDelay by how much timers are late at most, in nanoseconds, at least 1
	 */
	public ClusterSpec(List<MachineSpec> machines, List<String> groups, Conditions conditions, long timerDelay) {
		this(machines, groups, conditions, timerDelay, QuorumProtocol::new);
	}

}
