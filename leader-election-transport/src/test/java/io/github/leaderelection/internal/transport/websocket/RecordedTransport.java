package io.github.leaderelection.internal.transport.websocket;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what an election says and hears through a transport.
 */
final class RecordedTransport implements PeerTransport {

	private final Map<NodeId, Collection<Envelope<?>>> sent = new ConcurrentHashMap<>();

	private final Map<NodeId, Collection<Envelope<?>>> received = new ConcurrentHashMap<>();

	private final LinkTransport links;

	RecordedTransport(LinkTransport links) {
		this.links = links;
	}

	LinkTransport links() {
		return this.links;
	}

	List<Envelope<?>> sentTo(NodeId peer) {
		return List.copyOf(this.sent.getOrDefault(peer, List.of()));
	}

	List<Envelope<?>> receivedFrom(NodeId peer) {
		return List.copyOf(this.received.getOrDefault(peer, List.of()));
	}

	@Override
	public void start(Receiver receiver) {
		this.links.start(new Receiver() {

			@Override
			public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
				receiver.connected(peer, foreign);
			}

			@Override
			public void disconnected(NodeId peer, LinkLoss loss) {
				receiver.disconnected(peer, loss);
			}

			@Override
			public void received(Envelope<? extends ElectionMessage> envelope) {
				add(RecordedTransport.this.received, envelope.from(), envelope);
				receiver.received(envelope);
			}

			@Override
			public void refused(@Nullable NodeId peer, String reason) {
				receiver.refused(peer, reason);
			}

		});
	}

	private static void add(Map<NodeId, Collection<Envelope<?>>> all, NodeId peer, Envelope<?> envelope) {
		all.computeIfAbsent(peer, (key) -> new ConcurrentLinkedQueue<>()).add(envelope);
	}

	@Override
	public void connect(NodeId peer) {
		this.links.connect(peer);
	}

	@Override
	public void forget(NodeId peer) {
		this.links.forget(peer);
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		add(this.sent, to, envelope);
		this.links.send(to, envelope);
	}

	@Override
	public void close() {
		this.links.close();
	}

}
