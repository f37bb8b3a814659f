package io.github.leaderelection.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Host;
import io.github.leaderelection.simulator.network.NetworkListener;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * What the machines of a cluster share: time, the network, and those who look on.
 */
final class Surroundings implements NetworkListener {

	private static final long QUICK_LISTENER = 50_000;

	final VirtualTime time = new VirtualTime();

	final List<String> groups;

	final Algorithm algorithm;

	final Trace trace;

	final SimulatedNetwork network;

	final PositionReader positions;

	final long timerDelay;

	private final UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant;

	private final List<ClusterObserver> observers = new ArrayList<>();

	private int slowListenersPerMille;

	private long slowestListener;

	private @Nullable Consumer<String> recordings;

	ClusterObserver.@Nullable Guests guests;

	Surroundings(ClusterSpec spec, Algorithm algorithm,
			UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> variant, Trace trace, Dice dice, Host[] hosts,
			PositionReader positions) {
		this.groups = spec.groups();
		this.algorithm = algorithm;
		this.variant = variant;
		this.trace = trace;
		this.timerDelay = spec.timerDelay();
		this.positions = positions;
		this.network = new SimulatedNetwork(this.time, dice.branch(1), hosts, spec.conditions(), this);
		trace.stampWith(this.time);
	}

	void observe(ClusterObserver observer) {
		this.observers.add(observer);
	}

	/**
	 * Tells all observers, in the order in which they came.
	 */
	void tell(Consumer<ClusterObserver> what) {
		for (ClusterObserver observer : this.observers) {
			what.accept(observer);
		}
	}

	/**
	 * Something happened that must not.
	 */
	void broken(int machine, String what) {
		tell((observer) -> observer.broken(machine, what));
	}

	@Override
	public void leaving(Transit transit) {
		tell((observer) -> observer.leaving(transit));
	}

	@Override
	public void arriving(Transit transit) {
		tell((observer) -> observer.arriving(transit));
	}

	@Override
	public void link(String what, int machine, int peer) {
		if (this.trace.isOn()) {
			this.trace.line(machine, "link to n" + peer + " " + what);
		}
	}

	void slowListeners(int perMille, long slowest) {
		this.slowListenersPerMille = perMille;
		this.slowestListener = slowest;
	}

	boolean hasSlowListeners() {
		return this.slowListenersPerMille > 0;
	}

	long listenerDelay(Dice dice) {
		return dice.chance(this.slowListenersPerMille) ? dice.below(this.slowestListener) : dice.below(QUICK_LISTENER);
	}

	void record(Consumer<String> reader) {
		this.recordings = reader;
	}

	boolean isRecording() {
		return this.recordings != null;
	}

	void handOver(String recording) {
		if (this.recordings != null) {
			this.recordings.accept(recording);
		}
	}

	ElectionProtocol<QuorumState, QuorumMessage> variantOf(ElectionProtocol<QuorumState, QuorumMessage> election) {
		return this.variant.apply(election);
	}

}
