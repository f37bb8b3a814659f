package io.github.leaderelection.simulator.network;

import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.simulator.time.Moment;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one process.
 */
public final class SimulatedTransport implements PeerTransport {

	private final SimulatedNetwork network;

	private final int machine;

	private final Moment moment;

	private @Nullable Receiver receiver;

	/**
	 * Makes the transport of a process.
	 * @param moment true time as that machine lives it
	 */
	public SimulatedTransport(SimulatedNetwork network, int machine, Moment moment) {
		this.network = network;
		this.machine = machine;
		this.moment = moment;
	}

	@Override
	public void start(Receiver newReceiver) {
		this.receiver = newReceiver;
	}

	@Override
	public void connect(NodeId peer) {
		this.network.want(this.machine, Machines.index(peer));
	}

	@Override
	public void forget(NodeId peer) {
		this.network.forget(this.machine, Machines.index(peer));
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		this.moment.point();
		this.network.send(this.machine, Machines.index(to), envelope, this.moment.now());
	}

	@Override
	public void close() {
		if (this.receiver != null) {
			this.receiver = null;
			this.network.processGone(this.machine, true);
		}
	}

	/** Whether links are accepted. */
	public boolean isListening() {
		return this.receiver != null;
	}

	/** Tells the receiver, if there is one. */
	public void tell(Consumer<Receiver> call) {
		if (this.receiver != null) {
			call.accept(this.receiver);
		}
	}

}
