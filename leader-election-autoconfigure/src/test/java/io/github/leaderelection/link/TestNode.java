package io.github.leaderelection.link;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.link.TransportStatus.PeerStatus;
import io.github.leaderelection.websocket.WebSocketPeerTransport;
import io.github.leaderelection.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * A server and, once it is told the URLs of the others, a transport on it.
 */
final class TestNode {

	static final WireCodec CODEC = new WireCodec(Map.of("default", QuorumMessage.class));

	final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

	final RecordingReceiver receiver = new RecordingReceiver();

	final NodeId id;

	final TestServer server;

	private final String contextPath;

	private @Nullable WebSocketPeerTransport transport;

	TestNode(String id) {
		this(id, 0, "");
	}

	TestNode(String id, int port, String contextPath) {
		this.id = NodeId.of(id);
		this.contextPath = contextPath;
		this.server = new TestServer(port, contextPath);
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.port() + this.contextPath);
	}

	/** Makes and starts the transport; it links nobody yet. */
	TestNode start(@Nullable String secret, TestNode... others) {
		Map<NodeId, URI> peers = new HashMap<>();
		List<NodeId> members = new ArrayList<>(List.of(this.id));
		for (TestNode other : others) {
			peers.put(other.id, other.url());
			members.add(other.id);
		}
		return start(new PeerTransportSettings("test", this.id, peers, TestServer.PATH, secret, members));
	}

	TestNode start(PeerTransportSettings settings) {
		this.transport = new WebSocketPeerTransport(settings, CODEC, this.breakers);
		this.server.handler(this.transport.serverHandler());
		this.transport.start(this.receiver);
		return this;
	}

	WebSocketPeerTransport transport() {
		if (this.transport == null) {
			throw new IllegalStateException("The node '" + this.id + "' has not started");
		}
		return this.transport;
	}

	void connect(TestNode... others) {
		for (TestNode other : others) {
			transport().connect(other.id);
		}
	}

	void connect(String other) {
		transport().connect(NodeId.of(other));
	}

	TransportStatus status() {
		return transport().status();
	}

	PeerStatus peer(TestNode other) {
		return peer(other.id.value());
	}

	PeerStatus peer(String other) {
		PeerStatus peer = status().peer(NodeId.of(other));
		if (peer == null) {
			throw new IllegalArgumentException("'" + other + "' is no peer of " + this.id);
		}
		return peer;
	}

	boolean linked(TestNode other) {
		return peer(other).connected();
	}

	long refused(RefusalReason reason) {
		return status().refusals().getOrDefault(reason, 0L);
	}

	void vote(NodeId to, long term) {
		transport().send(to, new Envelope<>("test", "default", this.id, "i", 1, "f", 0,
				new ElectionResponse(term, term, true, Refusal.NONE)));
	}

	void beat(NodeId to, long sequence) {
		transport().send(to, new Envelope<>("test", "default", this.id, "i", 1, "f", 0,
				new LeaderHeartbeat(1, 1, sequence, true, 1, List.of())));
	}

	/** The terms of the messages received from a peer. */
	List<Long> terms(TestNode from) {
		List<Long> terms = new ArrayList<>();
		for (Envelope<?> envelope : this.receiver.messages) {
			if (envelope.from().equals(from.id)) {
				terms.add(envelope.body().term());
			}
		}
		return terms;
	}

	void stop() {
		if (this.transport != null) {
			this.transport.close();
		}
		this.server.stop();
	}

}
