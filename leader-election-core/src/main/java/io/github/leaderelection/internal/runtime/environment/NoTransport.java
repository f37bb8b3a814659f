package io.github.leaderelection.internal.runtime.environment;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;

/**
 * A transport without links: for a cluster of one, and as a base of other transports.
 */
public class NoTransport implements PeerTransport {

	@Override
	public void start(Receiver receiver) {
		// There is nobody to hear of.
	}

	@Override
	public void connect(NodeId peer) {
		// There is nobody to link.
	}

	@Override
	public void forget(NodeId peer) {
		// There is nobody to forget.
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		// There is nobody to send to.
	}

	@Override
	public void close() {
		// Nothing is open.
	}

}
