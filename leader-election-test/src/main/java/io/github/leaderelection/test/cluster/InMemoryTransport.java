package io.github.leaderelection.test.cluster;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;

/**
 * One node's side of the {@link InMemoryNetwork}.
 */
final class InMemoryTransport implements PeerTransport {

	private final NodeId node;

	private final InMemoryNetwork network;

	InMemoryTransport(NodeId node, InMemoryNetwork network) {
		this.node = node;
		this.network = network;
	}

	@Override
	public void start(Receiver receiver) {
		this.network.plugIn(this.node, receiver);
	}

	@Override
	public void connect(NodeId peer) {
		this.network.connect(this.node, peer);
	}

	@Override
	public void forget(NodeId peer) {
		this.network.forget(this.node, peer);
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		this.network.send(this.node, to, envelope);
	}

	@Override
	public void close() {
		this.network.unplug(this.node);
	}

}
