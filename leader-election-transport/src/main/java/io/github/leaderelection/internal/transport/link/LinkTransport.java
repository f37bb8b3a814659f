package io.github.leaderelection.internal.transport.link;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.medium.Connection;
import io.github.leaderelection.internal.transport.medium.Conversation;
import io.github.leaderelection.internal.transport.medium.Doorway;
import io.github.leaderelection.internal.transport.medium.Loopback;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.HttpRequestHandler;

/**
 * Links a node with the other members, over whatever carries connections. Each node dials
 * the others at their URLs and is dialled by them at {@link #serverHandler()}, and hears
 * each on the connection that it dialled itself. May be started and closed any number of
 * times; safe for use from any thread.
 */
public abstract class LinkTransport implements PeerTransport {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final AtomicReference<@Nullable TransportRun> running = new AtomicReference<>();

	private final Doorway doorway = new RunningDoorway();

	private final TransportParts parts;

	private final BroadcastEncoder encoder;

	/**
	 * Makes a transport that has not started and holds nothing open.
	 * @param settings what it must know
	 * @param codec of the messages of every group
	 * @param breakers where the circuit breakers live, one for each member, named
	 * {@code leader-election-} and the member's id
	 * @param medium what carries connections
	 */
	protected LinkTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			Medium medium) {
		this.parts = new TransportParts(settings, new Rulebook(settings.rules()), codec, new HandshakeCodec(),
				new SharedSecret(settings.secret()), new SecureRandom().nextLong(), medium, breakers,
				new Refusals(settings.self(), settings.members()), new LongAdder(), new SentCounts(), new AtomicLong());
		this.encoder = new BroadcastEncoder(codec);
	}

	/**
	 * What answers the other members; to be mapped at the transport's path. It does its
	 * own authentication, so no other must stand before it. While the transport is not
	 * running it answers 503.
	 * @return the handler, always the same
	 */
	public abstract HttpRequestHandler serverHandler();

	/**
	 * Where connections of other nodes come in.
	 * @return the doorway, always the same
	 */
	public final Doorway doorway() {
		return this.doorway;
	}

	@Override
	public void start(Receiver receiver) {
		TransportRun run = new TransportRun(this.parts, receiver);
		if (!this.running.compareAndSet(null, run)) {
			throw new IllegalStateException("The transport of node '" + this.parts.settings().self()
					+ "' runs already: close it before it is started again");
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
			logger.warn("A message to member {} is lost: {}", to, ex.getMessage(), ex);
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
	 * What the transport does at this moment.
	 * @return an immutable snapshot
	 */
	public TransportStatus status() {
		TransportRun run = this.running.get();
		Refusals refusals = this.parts.refusals();
		long dropped = this.parts.droppedHeartbeats().sum();
		if (run != null) {
			return new TransportStatus(true, run.peers(), refusals.counts(), refusals.last(), run.connections(),
					run.unauthenticated(), dropped, this.parts.sent().sent());
		}
		List<PeerStatus> unlinked = new ArrayList<>();
		for (NodeId member : this.parts.settings().members().stream().sorted().toList()) {
			if (!member.equals(this.parts.settings().self())) {
				unlinked.add(new PeerStatus(member, false, null, null, null, 0, null, null, refusals.last(member)));
			}
		}
		return new TransportStatus(false, unlinked, refusals.counts(), refusals.last(), 0, 0, dropped,
				this.parts.sent().sent());
	}

	/**
	 * That of the present run.
	 */
	private final class RunningDoorway implements Doorway {

		@Override
		public boolean isOpen() {
			return LinkTransport.this.running.get() != null;
		}

		@Override
		public @Nullable RefusalReason judge(HttpServletRequest request, boolean understood) {
			if (request.getHeader("Origin") != null) {
				return RefusalReason.ORIGIN;
			}
			if (LinkTransport.this.parts.settings().secret() == null && !Loopback.isSource(request)) {
				return RefusalReason.NOT_LOOPBACK;
			}
			return understood ? null : RefusalReason.VERSION;
		}

		@Override
		public boolean hasRoom(int pending) {
			TransportRun run = LinkTransport.this.running.get();
			return run != null && run.hasRoom(pending);
		}

		@Override
		public void refused(RefusalReason reason, String detail) {
			TransportRun run = LinkTransport.this.running.get();
			LinkTransport.this.parts.refusals().add((run != null) ? run.receiver() : null, reason, null, detail);
		}

		@Override
		public @Nullable Conversation accept(Connection connection) {
			TransportRun run = LinkTransport.this.running.get();
			return (run != null) ? run.accept(connection) : null;
		}

	}

}
