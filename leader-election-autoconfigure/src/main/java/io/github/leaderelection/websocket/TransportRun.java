package io.github.leaderelection.websocket;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.LinkLoss;
import io.github.leaderelection.transport.PeerTransport;
import io.github.leaderelection.websocket.SendQueue.Frame;
import io.github.leaderelection.websocket.TransportStatus.PeerStatus;
import io.github.leaderelection.wire.HandshakeCodec;
import io.github.leaderelection.wire.WireCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.WebSocketSession;

/**
 * One start of the transport: its connections, its members and its threads. Safe for use
 * from any thread.
 */
final class TransportRun {

	private static final long HANDSHAKE_MILLIS = 2000;

	/** Often enough for what is measured in seconds: an idle node is to stay idle. */
	private static final long TICK_MILLIS = 500;

	private static final long IDLE_MILLIS = 2000;

	private static final long SILENT_MILLIS = 6000;

	private static final long CLOSE_NANOS = 500_000_000;

	private static final long CLOSE_POLL_NANOS = 2_000_000;

	private static final int SPARE_UNAUTHENTICATED = 8;

	private final Set<LinkTraffic> links = ConcurrentHashMap.newKeySet();

	private final Set<LinkTraffic> unauthenticated = ConcurrentHashMap.newKeySet();

	private final Map<NodeId, PeerSlot> slots = new TreeMap<>();

	private final Map<NodeId, PeerDialler> diallers = new HashMap<>();

	private final TransportParts parts;

	private final PeerTransport.Receiver receiver;

	private final TransportThreads threads;

	private volatile boolean closed;

	TransportRun(TransportParts parts, PeerTransport.Receiver receiver) {
		this.parts = parts;
		this.receiver = receiver;
		this.threads = new TransportThreads(settings().self(), settings().members().size());
		for (NodeId member : settings().members()) {
			if (!member.equals(settings().self())) {
				add(member);
			}
		}
		this.threads.every(TICK_MILLIS, this::tick);
	}

	private void add(NodeId member) {
		PeerDialler dialler = new PeerDialler(this.parts.breaker(member), this.threads, () -> known(member),
				(outcome) -> dial(member, outcome));
		this.diallers.put(member, dialler);
		this.slots.put(member, new PeerSlot(settings().self(), member, this.receiver, this.threads, dialler));
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
					+ settings().members() + ": give election and transport the same list");
		}
		return slot;
	}

	void connect(NodeId peer) {
		known(peer).want();
	}

	void forget(NodeId peer) {
		known(peer).forget();
	}

	void send(NodeId to, Frame frame) {
		PeerSlot slot = this.slots.get(to);
		Link link = (slot != null) ? slot.current() : null;
		if (slot == null || link == null) {
			return;
		}
		int dropped = link.writer().send(frame);
		if (dropped < 0) {
			slot.lost(link, LinkLoss.SILENT, CloseStatus.SESSION_NOT_RELIABLE, "its send queue is full");
		}
		else if (dropped > 0) {
			this.parts.droppedHeartbeats().add(dropped);
		}
	}

	/** Blocks until the connection is open or failed; what follows is told later. */
	private void dial(NodeId peer, DialOutcome outcome) {
		URI uri = settings().dialUri(peer);
		if (uri == null) {
			outcome.failed(null, "its URL is not known: add it to leader-election.peers");
			return;
		}
		if (settings().secret() == null && !Loopback.isHost(uri.getHost())) {
			refuse(RefusalReason.NOT_LOOPBACK, peer, uri.getHost());
			outcome.failed(null, RefusalReason.NOT_LOOPBACK.text());
			return;
		}
		try {
			this.parts.connector().connect(uri, new LinkSocketHandler((session) -> dialled(session, peer, outcome)));
		}
		catch (CompletionException ex) {
			outcome.failed(Connector.lossOf(ex), Connector.reasonOf(ex));
		}
	}

	private @Nullable LinkTraffic dialled(WebSocketSession session, NodeId peer, DialOutcome outcome) {
		try {
			return open(session, peer, outcome);
		}
		catch (RuntimeException ex) {
			outcome.failed(null, Connector.reasonOf(ex));
			throw ex;
		}
	}

	/** Whether one more connection may be accepted. */
	boolean hasRoom() {
		return this.unauthenticated.size() < 2 * settings().members().size() + SPARE_UNAUTHENTICATED;
	}

	/** Takes a connection that was accepted, or gives null to have it closed. */
	@Nullable LinkTraffic accept(WebSocketSession session) {
		return open(session, null, DialOutcome.NONE);
	}

	private @Nullable LinkTraffic open(WebSocketSession session, @Nullable NodeId dialled, DialOutcome outcome) {
		Sockets.limit(session);
		Handshake handshake = new Handshake(settings(), this.parts.secret(), this.parts.incarnation(), dialled);
		LinkTraffic traffic = new LinkTraffic(this, session, handshake, dialled, outcome);
		boolean room = dialled != null || hasRoom();
		this.links.add(traffic);
		if (this.closed) {
			this.links.remove(traffic);
			outcome.postponed();
			return null;
		}
		if (dialled == null) {
			this.unauthenticated.add(traffic);
		}
		if (room) {
			this.threads.after(HANDSHAKE_MILLIS, traffic::checkHandshake);
			traffic.begin();
		}
		else {
			traffic.refuse(RefusalReason.TOO_MANY, null, traffic.link().remoteHost());
		}
		return traffic;
	}

	Executor workers() {
		return this.threads;
	}

	void gone(LinkTraffic traffic) {
		this.links.remove(traffic);
		this.unauthenticated.remove(traffic);
	}

	void noLongerUnauthenticated(LinkTraffic traffic) {
		this.unauthenticated.remove(traffic);
	}

	void refuse(RefusalReason reason, @Nullable NodeId peer, String detail) {
		this.parts.refusals().add(this.closed ? null : this.receiver, reason, peer, detail);
	}

	private void tick() {
		this.slots.values().forEach((slot) -> {
			Link link = slot.current();
			if (link != null) {
				watch(slot, link);
			}
		});
	}

	private static void watch(PeerSlot slot, Link link) {
		if (link.writer().isStuck()) {
			slot.lost(link, LinkLoss.SILENT, CloseStatus.SESSION_NOT_RELIABLE, "it reads too slowly");
		}
		else if (link.silentMillis() > SILENT_MILLIS) {
			slot.lost(link, LinkLoss.SILENT, CloseStatus.SESSION_NOT_RELIABLE, "nothing was heard");
		}
		else if (link.isPingDue(IDLE_MILLIS)) {
			link.writer().ping();
		}
	}

	/**
	 * Closes every connection after what was sent has left, or after a while in any case.
	 */
	void close() {
		this.closed = true;
		this.threads.endTimers();
		this.links.forEach((traffic) -> traffic.shutDown(false));
		this.slots.values().forEach(PeerSlot::retire);
		long begun = System.nanoTime();
		while (!this.links.isEmpty() && System.nanoTime() - begun < CLOSE_NANOS
				&& !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(CLOSE_POLL_NANOS);
		}
		this.links.forEach((traffic) -> traffic.shutDown(true));
		this.threads.end();
	}

	List<PeerStatus> peers() {
		List<PeerStatus> peers = new ArrayList<>();
		this.slots.forEach((id, slot) -> {
			Link link = slot.current();
			PeerDialler dialler = this.diallers.get(id);
			peers.add(new PeerStatus(id, link != null, (link != null) ? link.openedAt() : null,
					(link != null) ? slot.dialler(link) : null, (link != null) ? link.remoteAddress() : null,
					(link != null) ? link.writer().queuedBytes() : 0, (dialler != null) ? dialler.breakerState() : null,
					(dialler != null) ? dialler.lastFailure() : null, this.parts.refusals().last(id)));
		});
		return peers;
	}

	int connections() {
		return this.links.size();
	}

	int unauthenticated() {
		return this.unauthenticated.size();
	}

}
