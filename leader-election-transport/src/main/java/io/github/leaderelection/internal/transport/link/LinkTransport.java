package io.github.leaderelection.internal.transport.link;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerRequest;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links a node with the other members over a {@link Medium}. Each node dials the others
 * at their URLs and accepts connections at {@link #serverHandler()}. A node receives from
 * each member on the connection that it dialled itself. May be started and closed
 * repeatedly. Safe for use from any thread.
 */
public abstract class LinkTransport implements PeerTransport {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final AtomicReference<@Nullable TransportRun> running = new AtomicReference<>();

	private final Acceptor acceptor = new RunningDoorway();

	private final TransportParts parts;

	private final BroadcastEncoder encoder;

	/**
	 * Creates a transport that is not started and holds no resources.
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	protected LinkTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			Medium medium) {
		this.parts = new TransportParts(settings, new Rulebook(settings.rules()), codec, new HandshakeCodec(),
				new SharedSecret(settings.secret(), settings.protection().previous()), new SecureRandom().nextLong(),
				medium, breakers, new Refusals(settings.self(), settings.members()), new LongAdder(), new SentCounts(),
				new AtomicLong());
		this.encoder = new BroadcastEncoder(codec);
	}

	/**
	 * The handler for requests of other members to the transport's path. Always the same
	 * object. It authenticates by itself, so no other authentication may precede it. It
	 * answers 503 while the transport does not run.
	 */
	public abstract PeerHandler serverHandler();

	/** Answers the requests of observers; 503 while the transport does not run. */
	public final PeerHandler observerHandler() {
		return (exchange) -> {
			TransportRun run = this.running.get();
			if (run != null) {
				run.observers().handle(exchange);
			}
			else {
				exchange.replyUnread(Reply.unavailable());
			}
		};
	}

	/**
	 * Accepts connections of other nodes. Always the same object.
	 */
	public final Acceptor acceptor() {
		return this.acceptor;
	}

	@Override
	public void start(Receiver receiver) {
		TransportRun run = new TransportRun(this.parts, receiver, this.acceptor);
		if (!this.running.compareAndSet(null, run)) {
			throw new IllegalStateException("The transport of node '" + this.parts.settings().self()
					+ "' is already running: close it before starting it again");
		}
		run.open();
	}

	@Override
	public void connect(NodeId peer) {
		TransportRun run = this.running.get();
		if (run != null) {
			run.connect(peer);
		}
	}

	@Override
	public void forget(NodeId peer) {
		TransportRun run = this.running.get();
		if (run != null) {
			run.forget(peer);
		}
	}

	@Override
	public void send(NodeId to, Envelope<?> envelope) {
		TransportRun run = this.running.get();
		if (run == null) {
			return;
		}
		try {
			run.send(to, envelope.group(), this.encoder.encode(envelope));
		}
		catch (RuntimeException ex) {
			logger.warn("A message to member {} could not be sent: {}", to, ex.getMessage(), ex);
		}
	}

	@Override
	public void close() {
		TransportRun run = this.running.getAndSet(null);
		if (run != null) {
			run.close();
		}
	}

	/**
	 * An immutable snapshot of the status.
	 */
	public TransportStatus status() {
		TransportRun run = this.running.get();
		Refusals refusals = this.parts.refusals();
		long dropped = this.parts.droppedHeartbeats().sum();
		if (run != null) {
			return new TransportStatus(true, run.peers(), refusals.counts(), refusals.last(), run.connections(),
					run.unauthenticated(), dropped, this.parts.sent().sent(), run.observers().count());
		}
		List<PeerStatus> unlinked = new ArrayList<>();
		for (NodeId member : this.parts.settings().members().stream().sorted().toList()) {
			if (!member.equals(this.parts.settings().self())) {
				unlinked
					.add(new PeerStatus(member, false, null, null, null, 0, null, null, refusals.last(member), null));
			}
		}
		return new TransportStatus(false, unlinked, refusals.counts(), refusals.last(), 0, 0, dropped,
				this.parts.sent().sent(), 0);
	}

	/**
	 * Passes requests and connections to the present run.
	 */
	private final class RunningDoorway implements Acceptor {

		@Override
		public boolean isOpen() {
			return LinkTransport.this.running.get() != null;
		}

		@Override
		public @Nullable RefusalReason judge(PeerRequest request, boolean understood) {
			return LinkTransport.this.parts.settings().protection().judge(request, understood);
		}

		@Override
		public boolean hasRoom(int pending) {
			TransportRun run = LinkTransport.this.running.get();
			return run != null && run.hasRoom(pending);
		}

		@Override
		public void refused(RefusalReason reason, @Nullable NodeId peer, String detail) {
			TransportRun run = LinkTransport.this.running.get();
			LinkTransport.this.parts.refusals().add((run != null) ? run.receiver() : null, reason, peer, detail);
		}

		@Override
		public @Nullable FrameListener accept(Connection connection, @Nullable X509Certificate presented) {
			TransportRun run = LinkTransport.this.running.get();
			return (run != null) ? run.accept(connection, presented) : null;
		}

	}

}
