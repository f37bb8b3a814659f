package io.github.leaderelection.internal.runtime.environment;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;

/**
 * Links nobody: for a cluster of one, and for others to do a part of the work of a
 * transport.
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
