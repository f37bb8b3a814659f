package io.github.leaderelection.simulator.cluster;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Host;
import io.github.leaderelection.simulator.network.NetworkListener;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Machines, the network between them, and time.
 */
public final class SimulatedCluster {

	private static final long QUICK_LISTENER = 50_000;

	private final VirtualTime time = new VirtualTime();

	private final List<String> groups;

	private final ClusterObserver observer;

	private final Trace trace;

	private final SimulatedNetwork network;

	private final SimulatedNode[] nodes;

	private final Positions positions;

	private final long timerDelay;

	private final Algorithm algorithm;

	private final UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant;

	private int slowListenersPerMille;

	private long slowestListener;

	private @Nullable Consumer<String> recordings;

	/**
	 * Makes machines on which nothing runs yet and that run the election that ships.
	 * @param spec what it is made of
	 * @param observer sees everything
	 * @param trace takes the lines
	 * @param dice decides everything left to chance
	 */
	public SimulatedCluster(ClusterSpec spec, ClusterObserver observer, Trace trace, Dice dice) {
		this(spec, Algorithm.named(Algorithm.DEFAULT), UnaryOperator.identity(), observer, trace, dice);
	}

	/**
	 * Makes machines on which nothing runs yet.
	 * @param spec what it is made of
	 * @param algorithm the election that a process runs
	 * @param variant what is made of the quorum election in it
	 * @param observer sees everything
	 * @param trace takes the lines
	 * @param dice decides everything left to chance
	 */
	public SimulatedCluster(ClusterSpec spec, Algorithm algorithm,
			UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant, ClusterObserver observer, Trace trace,
			Dice dice) {
		this.groups = spec.groups();
		this.observer = observer;
		this.trace = trace;
		this.timerDelay = spec.timerDelay();
		this.algorithm = algorithm;
		this.variant = variant;
		trace.stampWith(this.time);
		this.nodes = new SimulatedNode[spec.machines().size()];
		for (int i = 0; i < this.nodes.length; i++) {
			this.nodes[i] = new SimulatedNode(this, i, spec.machines().get(i), dice.branch(100L + i));
		}
		this.positions = new Positions(this, this.nodes.length, dice.branch(3));
		Host[] hosts = new Host[this.nodes.length];
		for (int i = 0; i < hosts.length; i++) {
			hosts[i] = this.nodes[i].host();
		}
		this.network = new SimulatedNetwork(this.time, dice.branch(1), hosts, spec.conditions(), new Watcher());
	}

	/**
	 * True time.
	 * @return the time
	 */
	public VirtualTime time() {
		return this.time;
	}

	/**
	 * The names of the groups.
	 * @return at least one
	 */
	public List<String> groups() {
		return this.groups;
	}

	/**
	 * The network.
	 * @return the network
	 */
	public SimulatedNetwork network() {
		return this.network;
	}

	/**
	 * How many machines there are.
	 * @return the number
	 */
	public int size() {
		return this.nodes.length;
	}

	/**
	 * A machine.
	 * @param index its position
	 * @return the machine
	 */
	public SimulatedNode node(int index) {
		return this.nodes[index];
	}

	/**
	 * The trace.
	 * @return the trace
	 */
	public Trace trace() {
		return this.trace;
	}

	/**
	 * How far the applications have come.
	 * @return their positions
	 */
	public Positions positions() {
		return this.positions;
	}

	/**
	 * How the network behaves.
	 * @param conditions from now on
	 */
	public void conditions(Conditions conditions) {
		this.network.conditions(conditions);
	}

	/**
	 * Lets listeners block now and then.
	 * @param perMille how many calls of a thousand
	 * @param slowest how long at most, in nanoseconds
	 */
	public void slowListeners(int perMille, long slowest) {
		this.slowListenersPerMille = perMille;
		this.slowestListener = slowest;
	}

	/**
	 * Whether listeners block now and then.
	 * @return whether some were told so late
	 */
	public boolean hasSlowListeners() {
		return this.slowListenersPerMille > 0;
	}

	/**
	 * Lets the shells of processes that start from now on record their inputs.
	 * @param reader takes the trace of each group of each process when it ends
	 */
	public void record(Consumer<String> reader) {
		this.recordings = reader;
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

	boolean isRecording() {
		return this.recordings != null;
	}

	void handOver(String recording) {
		if (this.recordings != null) {
			this.recordings.accept(recording);
		}
	}

	/**
	 * The election that is run.
	 * @return the election
	 */
	public Algorithm algorithm() {
		return this.algorithm;
	}

	ElectionProtocol<QuorumState, QuorumMessage> variantOf(ElectionProtocol<QuorumState, QuorumMessage> election) {
		return this.variant.apply(election);
	}

	ClusterObserver observer() {
		return this.observer;
	}

	long timerDelay() {
		return this.timerDelay;
	}

	long listenerDelay(Dice dice) {
		return dice.chance(this.slowListenersPerMille) ? dice.below(this.slowestListener) : dice.below(QUICK_LISTENER);
	}

	/**
	 * Hands on what the network sees.
	 */
	private final class Watcher implements NetworkListener {

		@Override
		public void leaving(Transit transit) {
			SimulatedCluster.this.observer.leaving(transit);
		}

		@Override
		public void arriving(Transit transit) {
			SimulatedCluster.this.observer.arriving(transit);
		}

		@Override
		public void link(String what, int machine, int peer) {
			if (SimulatedCluster.this.trace.isOn()) {
				SimulatedCluster.this.trace.line(machine, "link to n" + peer + " " + what);
			}
		}

	}

}
