package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TransportStatus.PeerStatus;
import io.github.leaderelection.internal.transport.held.HeldRequests;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.TransportTimes;
import io.github.leaderelection.internal.transport.peer.DialOutcome;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.PeerDialler;
import io.github.leaderelection.internal.transport.peer.PeerSlot;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * One start of the transport: its connections, its members and its threads. Safe for use
 * from any thread.
 */
final class TransportRun {

	/** The period of checks: short against the checked times, long for an idle node. */
	private static final long TICK_MILLIS = 500;

	private static final long CLOSE_NANOS = 500_000_000;

	private static final long CLOSE_POLL_NANOS = 2_000_000;

	private static final int SPARE_PLACES = 8;

	private final Set<LinkTraffic> links = ConcurrentHashMap.newKeySet();

	private final Strangers<LinkTraffic> strangers;

	private final Map<NodeId, PeerSlot> slots = new TreeMap<>();

	private final Map<NodeId, PeerDialler> diallers = new HashMap<>();

	private final LinkCodec linkCodec = new LinkCodec();

	private final TransportParts parts;

	private final PeerTransport.Receiver receiver;

	private final TransportThreads threads;

	private final HeldRequests observers;

	private final @Nullable CrashDetector crashes;

	private volatile Medium.@Nullable Outlet outlet;

	private volatile boolean closed;

	TransportRun(TransportParts parts, PeerTransport.Receiver receiver, Acceptor acceptor) {
		this.parts = parts;
		this.receiver = receiver;
		this.strangers = new Strangers<>(2 * settings().members().size() + SPARE_PLACES);
		this.threads = new TransportThreads(settings().self(), settings().members().size());
		this.observers = new HeldRequests(settings(), acceptor);
		for (NodeId member : settings().members()) {
			if (!member.equals(settings().self())) {
				add(member);
			}
		}
		this.crashes = settings().crashDetection()
			.begin(settings(), parts.incarnation(), parts.secret(), this::host, receiver);
	}

	private @Nullable String host(NodeId member) {
		URI url = reachableUrl(member);
		return (url != null) ? url.getHost() : null;
	}

	/** Starts the run. No member is dialled before. */
	void open() {
		this.outlet = this.parts.medium().open(settings());
		this.threads.every(TICK_MILLIS, this::tick);
	}

	private void add(NodeId member) {
		PeerDialler dialler = new PeerDialler(this.parts.breaker(member), this.threads, () -> known(member),
				(outcome) -> dial(member, outcome));
		this.diallers.put(member, dialler);
		this.slots.put(member, new PeerSlot(member, this.receiver, this.threads, dialler, settings().lease().toMillis(),
				this.parts.turns()::incrementAndGet));
	}

	PeerTransportSettings settings() {
		return this.parts.settings();
	}

	PeerTransport.Receiver receiver() {
		return this.receiver;
	}

	WireCodec codec() {
		return this.parts.codec();
	}

	LinkCodec linkCodec() {
		return this.linkCodec;
	}

	HandshakeCodec handshakeCodec() {
		return this.parts.handshakeCodec();
	}

	@Nullable PeerSlot slot(NodeId peer) {
		return this.slots.get(peer);
	}

	private PeerSlot known(NodeId peer) {
		PeerSlot slot = this.slots.get(peer);
		if (slot == null) {
			throw new IllegalArgumentException("The node '" + peer + "' is not among the members "
					+ settings().members() + ": give the election and the transport the same list");
		}
		return slot;
	}

	void connect(NodeId peer) {
		known(peer).want();
	}

	void forget(NodeId peer) {
		known(peer).forget();
	}

	void send(NodeId to, String group, Frame frame) {
		PeerSlot slot = this.slots.get(to);
		Link link = (slot != null) ? slot.spokenOn() : null;
		if (slot == null || link == null || !link.authenticatedPeer().carries(group)) {
			return;
		}
		int dropped = link.writer().sendAtOnce(frame);
		if (dropped < 0) {
			slot.lost(link, LinkLoss.SILENT, CloseReason.UNRELIABLE, "its send queue is full");
		}
		else if (dropped > 0) {
			this.parts.droppedHeartbeats().add(dropped);
		}
	}

	/** Blocks until the connection is open or failed. The outcome may follow later. */
	private void dial(NodeId peer, DialOutcome outcome) {
		Medium.Outlet way = this.outlet;
		if (way == null) {
			outcome.postponed();
			return;
		}
		URI url = settings().dialUrl(peer);
		if (url == null) {
			// The member has not joined yet, which is not a failure.
			outcome.postponed();
			return;
		}
		RefusalReason reason = settings().reasonNotToDial(url);
		if (reason != null) {
			refuse(reason, peer, "at " + url);
			outcome.failed(null, reason.text());
			return;
		}
		try {
			way.dial(url, (connection) -> dialled(connection, peer, outcome));
		}
		catch (IOException ex) {
			outcome.failed(Failures.lossOf(ex), Failures.reasonOf(ex) + " (dialled " + url + ")");
		}
	}

	/** The URL of a member, or null if it is unknown or not allowed. */
	@Nullable URI reachableUrl(NodeId peer) {
		URI url = settings().dialUrl(peer);
		return (url != null && settings().reasonNotToDial(url) == null) ? url : null;
	}

	private @Nullable LinkTraffic dialled(Connection connection, NodeId peer, DialOutcome outcome) {
		try {
			return take(connection, null, peer, outcome);
		}
		catch (RuntimeException ex) {
			outcome.failed(null, Failures.reasonOf(ex));
			throw ex;
		}
	}

	/**
	 * Whether one more connection may be accepted without another one giving way.
	 * @param pending how many requests are about to become connections
	 */
	boolean hasRoom(int pending) {
		return this.strangers.hasRoom(pending);
	}

	/** Takes an accepted connection, or returns null to have it closed. */
	@Nullable LinkTraffic accept(Connection connection, @Nullable X509Certificate presented) {
		return take(connection, presented, null, DialOutcome.NONE);
	}

	private @Nullable LinkTraffic take(Connection connection, @Nullable X509Certificate presented,
			@Nullable NodeId dialled, DialOutcome outcome) {
		Handshake handshake = new Handshake(settings(), this.parts.rules(), this.parts.secret(),
				this.parts.incarnation(), dialled, presented, (this.crashes != null) ? this.crashes.port() : null);
		LinkTraffic traffic = new LinkTraffic(this, connection, handshake, dialled, outcome);
		this.links.add(traffic);
		if (this.closed) {
			this.links.remove(traffic);
			outcome.postponed();
			return null;
		}
		if (dialled == null) {
			LinkTraffic leaving = this.strangers.admit(traffic);
			if (leaving != null) {
				leaving.giveWay();
			}
			endOverdue();
			this.threads.after(TransportTimes.FIRST_WORD_MILLIS, this::endOverdue);
		}
		this.threads.after(TransportTimes.HANDSHAKE_MILLIS, traffic::checkHandshake);
		traffic.begin();
		return traffic;
	}

	private void endOverdue() {
		this.strangers.takeOverdue(TransportTimes.FIRST_WORD_MILLIS).forEach(LinkTraffic::checkHandshake);
	}

	SentCounts sent() {
		return this.parts.sent();
	}

	Executor workers() {
		return this.threads;
	}

	HeldRequests observers() {
		return this.observers;
	}

	void gone(LinkTraffic traffic) {
		this.links.remove(traffic);
		this.strangers.leave(traffic);
	}

	/** Tells the crash detector that a connection with a member's process is a link. */
	void linked(NodeId peer, long process, @Nullable Integer alive) {
		if (this.crashes != null) {
			this.crashes.linked(peer, process, alive);
		}
	}

	void heard(NodeId peer, long process, Envelope<?> envelope) {
		if (this.crashes != null) {
			this.crashes.heard(peer, process, envelope.group(), envelope.incarnation());
		}
	}

	void proven(LinkTraffic traffic) {
		this.strangers.leave(traffic);
	}

	/** Counts a refusal unreported: the receiver learns of it in another way. */
	void count(RefusalReason reason, @Nullable NodeId peer, String detail) {
		this.parts.refusals().add(null, reason, peer, detail);
	}

	void refuse(RefusalReason reason, @Nullable NodeId peer, String detail) {
		this.parts.refusals().add(this.closed ? null : this.receiver, reason, peer, detail);
	}

	private void tick() {
		this.slots.values().forEach(PeerSlot::watch);
	}

	/**
	 * Closes every connection after the queued frames are written, or after a bounded
	 * time.
	 */
	void close() {
		this.closed = true;
		this.threads.endTimers();
		if (this.crashes != null) {
			this.crashes.close();
		}
		this.links.forEach((traffic) -> traffic.shutDown(false));
		this.slots.values().forEach(PeerSlot::retire);
		this.observers.close();
		long begun = System.nanoTime();
		while (!this.links.isEmpty() && System.nanoTime() - begun < CLOSE_NANOS
				&& !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(CLOSE_POLL_NANOS);
		}
		this.links.forEach((traffic) -> traffic.shutDown(true));
		this.threads.end();
		Medium.Outlet way = this.outlet;
		if (way != null) {
			way.close();
		}
	}

	List<PeerStatus> peers() {
		List<PeerStatus> peers = new ArrayList<>();
		this.slots.forEach((id, slot) -> {
			Instant since = slot.linkedSince();
			Link heard = slot.heardOn();
			Link spoken = slot.spokenOn();
			NodeId by = (heard != null && heard.dialled()) ? settings().self() : id;
			PeerDialler dialler = this.diallers.get(id);
			peers.add(new PeerStatus(id, since != null && spoken != null, since, (heard != null) ? by : null,
					(heard != null) ? heard.remoteAddress() : null,
					(spoken != null) ? spoken.writer().queuedBytes() : 0,
					(dialler != null) ? dialler.breakerState() : null, (dialler != null) ? dialler.lastFailure() : null,
					this.parts.refusals().last(id), (this.crashes != null) ? this.crashes.state(id) : null));
		});
		return peers;
	}

	int connections() {
		return this.links.size();
	}

	int unauthenticated() {
		return this.strangers.count();
	}

}
