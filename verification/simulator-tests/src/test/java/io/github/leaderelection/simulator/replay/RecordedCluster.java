package io.github.leaderelection.simulator.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.trace.Trace;

/**
 * Three nodes with the default settings whose shells record, in a network without faults.
 */
public final class RecordedCluster {

	private static final long SECOND = 1_000_000_000L;

	private static final int NODES = 3;

	private final List<String> traces = new ArrayList<>();

	private final Invariants invariants;

	private final SimulatedCluster cluster;

	private RecordedCluster(Algorithm algorithm) {
		List<MachineSpec> machines = Collections.nCopies(NODES, MachineSpec.perfect(1_000_000));
		ClusterSpec spec = new ClusterSpec(machines, List.of("default"), Conditions.calm(500_000), 1);
		this.cluster = new SimulatedCluster(spec, algorithm, UnaryOperator.identity(), Trace.off(), new Dice(1));
		this.invariants = new Invariants(this.cluster, EnumSet.allOf(Promise.class));
		this.cluster.record(this.traces::add);
		for (int i = 0; i < NODES; i++) {
			this.cluster.node(i)
				.configure(List.of(ElectionSettings.of("cluster", "default", Machines.id(i), Machines.ids(NODES))
					.durable(true)
					.leaseNanos(SECOND)
					.heartbeatNanos(SECOND / 10)
					.drainNanos(0)
					.build()));
			this.cluster.node(i).start(false);
		}
	}

	/**
	 * The traces of the default election after a while of quiet, the leader's first.
	 * @param seconds for how long the cluster ran
	 * @return a trace of each node
	 */
	public static List<String> afterSeconds(long seconds) {
		return afterSeconds(seconds, Algorithm.named(Algorithm.DEFAULT));
	}

	/**
	 * The traces after a while of quiet, the leader's first.
	 * @param seconds for how long the cluster ran
	 * @param algorithm the election
	 * @return a trace of each node
	 */
	static List<String> afterSeconds(long seconds, Algorithm algorithm) {
		RecordedCluster recorded = new RecordedCluster(algorithm);
		long end = seconds * SECOND;
		while (recorded.cluster.time().step(end)) {
			if (recorded.invariants.findings().first() != null) {
				throw new IllegalStateException("a promise is broken: " + recorded.invariants.findings().first());
			}
		}
		recorded.cluster.handOverTraces();
		Collections.swap(recorded.traces, 0, recorded.invariants.leader(0));
		return recorded.traces;
	}

}
