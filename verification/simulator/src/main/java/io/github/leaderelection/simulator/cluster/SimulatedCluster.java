package io.github.leaderelection.simulator.cluster;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Host;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;

/**
 * Machines, the network between them, and time: what random runs, directed scenarios and
 * the laboratory play on.
 */
public final class SimulatedCluster {

	private final SimulatedNode[] nodes;

	private final Positions positions;

	private final Surroundings surroundings;

	/**
	 * Makes machines on which nothing runs yet and that run the election that ships.
	 * @param spec the machines, the groups and the network
	 */
	public SimulatedCluster(ClusterSpec spec, Trace trace, Dice dice) {
		this(spec, Algorithm.named(Algorithm.DEFAULT), UnaryOperator.identity(), trace, dice);
	}

	/**
	 * Makes machines on which nothing runs yet.
	 * @param spec the machines, the groups and the network
	 */
	public SimulatedCluster(ClusterSpec spec, Algorithm algorithm,
			UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant, Trace trace, Dice dice) {
		int size = spec.machines().size();
		Host[] hosts = new Host[size];
		this.nodes = new SimulatedNode[size];
		this.positions = new Positions(this, spec.groups().size(), size, dice.branch(3));
		this.surroundings = new Surroundings(spec, algorithm, variant, trace, dice, hosts, this.positions);
		for (int i = 0; i < size; i++) {
			this.nodes[i] = new SimulatedNode(this.surroundings, i, spec.machines().get(i), dice.branch(100L + i));
			hosts[i] = new NodeHost(this.nodes[i]);
		}
	}

	/** Tells somebody what happens from now on. */
	public void observe(ClusterObserver observer) {
		this.surroundings.observe(observer);
	}

	/** Brings something beside the elections of applications that begin from now on. */
	public void invite(ClusterObserver.Guests guests) {
		this.surroundings.guests = guests;
	}

	/** True time. */
	public VirtualTime time() {
		return this.surroundings.time;
	}

	/**
	 * The names of the groups.
	 * @return the names, in the order of their indexes
	 */
	public List<String> groups() {
		return this.surroundings.groups;
	}

	/** The network. */
	public SimulatedNetwork network() {
		return this.surroundings.network;
	}

	/** How many machines there are. */
	public int size() {
		return this.nodes.length;
	}

	/** A machine. */
	public SimulatedNode node(int index) {
		return this.nodes[index];
	}

	/**
	 * A process hears, as soon as it can, that a process of another machine has ended.
	 * @param index the position of the machine that hears it
	 * @param incarnations the starts of its elections in that process, by group
	 */
	public void tellOfEnd(int index, int ended, Map<String, Long> incarnations) {
		// In one order in every JVM: maps that cannot be changed have another in each.
		Map<String, Long> ordered = new TreeMap<>(incarnations);
		new NodeHost(this.nodes[index]).tell((receiver) -> receiver.ended(Machines.id(ended), ordered));
	}

	/** The trace. */
	public Trace trace() {
		return this.surroundings.trace;
	}

	/** The election that is run. */
	public Algorithm algorithm() {
		return this.surroundings.algorithm;
	}

	/** How far the applications have come. */
	public Positions positions() {
		return this.positions;
	}

	/**
	 * Lets listeners block now and then.
	 * @param slowest for how long at most, in nanoseconds
	 */
	public void slowListeners(int perMille, long slowest) {
		this.surroundings.slowListeners(perMille, slowest);
	}

	/** Whether listeners block now and then. */
	public boolean hasSlowListeners() {
		return this.surroundings.hasSlowListeners();
	}

	/**
	 * Lets the shells of processes that start from now on record their inputs.
	 * @param reader takes the recording of each group when its process ends
	 */
	public void record(Consumer<String> reader) {
		this.surroundings.record(reader);
	}

	/**
	 * Hands over the traces of the processes that still run.
	 */
	public void handOverTraces() {
		for (SimulatedNode node : this.nodes) {
			SimulatedProcess process = node.process();
			if (process != null) {
				process.handOverTraces();
			}
		}
	}

}
