package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A server and, once it is told the URLs of the others, a transport on it.
 */
public final class TestNode {

	public static final WireCodec CODEC = new WireCodec(
			Map.of("default", QuorumMessage.class, "other", QuorumMessage.class),
			Map.of("default", Map.of("board", Board.class)));

	private static final Set<RefusalReason> LATE = EnumSet.of(RefusalReason.SLOW_HANDSHAKE, RefusalReason.UNREACHED,
			RefusalReason.BY_PEER);

	public final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.ofDefaults();

	public final RecordingReceiver receiver = new RecordingReceiver();

	public final NodeId id;

	public final TestServer server;

	private final String contextPath;

	private final TransportType type;

	private @Nullable LinkTransport transport;

	public TestNode(TransportType type, String id) {
		this(type, id, 0, "");
	}

	public TestNode(TransportType type, String id, int port, String contextPath) {
		this(type, id, contextPath, type.server(port, contextPath));
	}

	public TestNode(TransportType type, String id, String contextPath, TestServer server) {
		this.type = type;
		this.id = NodeId.of(id);
		this.contextPath = contextPath;
		this.server = server;
	}

	public URI url() {
		return URI.create(this.server.scheme() + "://localhost:" + this.server.port() + this.contextPath);
	}

	/** Makes and starts the transport; it links nobody yet. */
	public TestNode start(@Nullable String secret, TestNode... others) {
		Map<NodeId, URI> peers = new HashMap<>();
		List<NodeId> members = new ArrayList<>(List.of(this.id));
		for (TestNode other : others) {
			peers.put(other.id, other.url());
			members.add(other.id);
		}
		return start(new PeerTransportSettings("test", this.id, peers, TestServer.PATH, secret, members));
	}

	/** As {@link #start(String, TestNode...)}, but its dials are refused. */
	public TestNode startUndialling(@Nullable String secret, TestNode... others) {
		for (TestNode other : others) {
			other.server.refuseDials();
		}
		return start(secret, others);
	}

	public TestNode start(PeerTransportSettings settings) {
		this.transport = this.type.create(settings, CODEC, this.breakers);
		this.server.handler(this.transport.serverHandler());
		this.server.observers(this.transport.observerHandler());
		this.transport.start(this.receiver);
		return this;
	}

	public LinkTransport transport() {
		if (this.transport == null) {
			throw new IllegalStateException("The node '" + this.id + "' has not started");
		}
		return this.transport;
	}

	public void connect(TestNode... others) {
		for (TestNode other : others) {
			transport().connect(other.id);
		}
	}

	public void connect(String other) {
		transport().connect(NodeId.of(other));
	}

	public TransportStatus status() {
		return transport().status();
	}

	public PeerStatus peer(TestNode other) {
		return peer(other.id.value());
	}

	public PeerStatus peer(String other) {
		PeerStatus peer = status().peer(NodeId.of(other));
		if (peer == null) {
			throw new IllegalArgumentException("'" + other + "' is no peer of " + this.id);
		}
		return peer;
	}

	public boolean linked(TestNode other) {
		return peer(other).connected();
	}

	/** Whether both directions are open, each on what its hearer dialled. */
	public boolean hearsOnItsDial(TestNode other) {
		PeerStatus peer = peer(other);
		return peer.connected() && this.id.equals(peer.dialledBy());
	}

	/**
	 * Waits until the receiver knows of a link, which it hears a moment after the status
	 * shows it.
	 * @return all that it has heard of the peer; on a loaded machine the first dial may
	 * have been given up
	 */
	public List<String> awaitHeardOfLink(TestNode other) {
		return Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(10))
			.until(() -> this.receiver.of(other.id.value()),
					(heard) -> !heard.isEmpty() && heard.get(heard.size() - 1).equals("+" + other.id));
	}

	/** All refusals but those of connections that a loaded machine served too late. */
	public Map<RefusalReason, Long> refusedInTime() {
		Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
		status().refusals().forEach((reason, count) -> {
			if (count > 0 && !LATE.contains(reason)) {
				refused.put(reason, count);
			}
		});
		return refused;
	}

	public long refused(RefusalReason reason) {
		return status().refusals().getOrDefault(reason, 0L);
	}

	public void vote(NodeId to, long term) {
		transport().send(to, voteOf(this.id, term));
	}

	/** A message that is not repeated. */
	public static Envelope<ElectionResponse> voteOf(NodeId from, long term) {
		return new Envelope<>("test", "default", from, "i", 1, "f", 0,
				new ElectionResponse(term, term, true, Refusal.NONE, 1_000_000_000L));
	}

	public void beat(NodeId to, long sequence) {
		transport().send(to, new Envelope<>("test", "default", this.id, "i", 1, "f", 0,
				new LeaderHeartbeat(1, 1, sequence, true, 1, 0, List.of())));
	}

	public void note(NodeId to, Board.Note note) {
		transport().send(to, new Envelope<>("test", "default", this.id, "i", 1, "f", 0, note));
	}

	/** The terms of the messages received from a peer. */
	public List<Long> terms(TestNode from) {
		List<Long> terms = new ArrayList<>();
		for (Envelope<?> envelope : this.receiver.messages) {
			if (envelope.from().equals(from.id)) {
				terms.add(envelope.body().term());
			}
		}
		return terms;
	}

	public void stop() {
		if (this.transport != null) {
			this.transport.close();
		}
		this.server.stop();
	}

	/**
	 * Makes transports.
	 */
	@FunctionalInterface
	public interface TransportType {

		/**
		 * The same transport on other servers, which are made of a port and a context
		 * path.
		 */
		static TransportType on(TransportType type, BiFunction<Integer, String, TestServer> servers) {
			return new TransportType() {

				@Override
				public LinkTransport create(PeerTransportSettings settings, WireCodec codec,
						CircuitBreakerRegistry breakers) {
					return type.create(settings, codec, breakers);
				}

				@Override
				public TestServer server(int port, String contextPath) {
					return servers.apply(port, contextPath);
				}

			};
		}

		LinkTransport create(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers);

		/** A server for it. */
		default TestServer server(int port, String contextPath) {
			return new TomcatTestServer(port, contextPath);
		}

	}

}
