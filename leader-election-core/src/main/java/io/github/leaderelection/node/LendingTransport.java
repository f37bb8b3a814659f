package io.github.leaderelection.node;

import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * A transport whose reading threads may run the loop.
 *
 * @param transport the transport
 * @param turns decides which thread runs the loop
 */
record LendingTransport(PeerTransport transport, LoopTurns turns) implements PeerTransport {

	@Override
	public void start(Receiver receiver) {
		this.transport.start(new Lender(receiver, this.turns));
	}

	@Override
	public void connect(NodeId peer) {
		this.transport.connect(peer);
	}

	@Override
	public void forget(NodeId peer) {
		this.transport.forget(peer);
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		this.transport.send(to, envelope);
	}

	@Override
	public void close() {
		this.transport.close();
	}

	private record Lender(Receiver receiver, LoopTurns turns) implements Receiver {

		@Override
		public void reporting(Runnable reports) {
			this.turns.bring(reports);
		}

		@Override
		public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
			this.receiver.connected(peer, foreign);
		}

		@Override
		public void disconnected(NodeId peer, LinkLoss loss) {
			this.receiver.disconnected(peer, loss);
		}

		@Override
		public void ended(NodeId peer, Map<String, Long> incarnations) {
			this.receiver.ended(peer, incarnations);
		}

		@Override
		public void takenForEnded(String reason) {
			this.receiver.takenForEnded(reason);
		}

		@Override
		public void received(Envelope<? extends ElectionMessage> envelope) {
			this.receiver.received(envelope);
		}

		@Override
		public void refused(@Nullable NodeId peer, String reason) {
			this.receiver.refused(peer, reason);
		}

	}

}
