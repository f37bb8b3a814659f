package io.github.leaderelection.internal.transport.link;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.Handshake.Authenticated;
import io.github.leaderelection.internal.transport.link.Handshake.Outcome;
import io.github.leaderelection.internal.transport.link.Handshake.Refuse;
import io.github.leaderelection.internal.transport.link.Handshake.Say;
import io.github.leaderelection.internal.transport.spi.BaseUrl;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.DialOutcome;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.Link.Peer;
import io.github.leaderelection.internal.transport.peer.LinkWriter;
import io.github.leaderelection.internal.transport.peer.PeerSlot;
import io.github.leaderelection.internal.transport.peer.SendQueue;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.Verdict;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.FrameParts;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * Handles the frames of one connection: the handshake, then messages. The connection's
 * reader passes one frame at a time. Failures and time-outs arrive on any thread.
 */
final class LinkTraffic implements FrameListener, Strangers.Stranger {

	private final TransportRun run;

	private final Connection connection;

	private final Link link;

	private final FrameParts parts = new FrameParts();

	private boolean isInParts;

	private final Handshake handshake;

	private final @Nullable NodeId dialled;

	private final DialOutcome outcome;

	/** The authenticated member whose link waits for the answer to a ping, or null. */
	private final AtomicReference<@Nullable Authenticated> awaitingEcho = new AtomicReference<>();

	/** The member's slot once the connection is a link, otherwise null. */
	private volatile @Nullable PeerSlot slot;

	private volatile boolean spoken;

	/**
	 * Takes a new connection.
	 * @param dialled the member that was dialled, or null if the other side dialled
	 */
	LinkTraffic(TransportRun run, Connection connection, Handshake handshake, @Nullable NodeId dialled,
			DialOutcome outcome) {
		this.run = run;
		this.connection = connection;
		LinkWriter writer = new LinkWriter(connection, run.workers(), this::writeFailed, this::gone, run.sent());
		this.link = new Link(connection, writer, dialled != null);
		this.handshake = handshake;
		this.dialled = dialled;
		this.outcome = outcome;
	}

	Link link() {
		return this.link;
	}

	void begin() {
		byReader(() -> {
			HandshakeFrame first = this.handshake.open();
			if (first != null) {
				say(first);
			}
		});
	}

	/** Ends this connection unless authenticated, as a newer one needs its place. */
	void giveWay() {
		if (this.link.peer() == null) {
			refuse(RefusalReason.TOO_MANY, "");
		}
	}

	@Override
	public String remoteHost() {
		return this.link.remoteHost();
	}

	@Override
	public long ageMillis() {
		return this.link.ageMillis();
	}

	@Override
	public boolean hasSpoken() {
		return this.spoken;
	}

	private void byReader(Runnable task) {
		if (this.dialled == null && this.connection.isWrittenByReader()) {
			this.link.writer().byReader(task);
		}
		else {
			task.run();
		}
	}

	private void say(HandshakeFrame frame) {
		this.link.writer().send(frame(frame));
	}

	private Frame frame(HandshakeFrame frame) {
		return new Frame(this.run.handshakeCodec().encode(frame), SendQueue.Kind.HANDSHAKE);
	}

	@Override
	public void frames(List<String> frames) {
		if (this.dialled == null || !this.connection.isReadByOwnThread()) {
			byReader(() -> frames.forEach(this::take));
		}
		else {
			this.run.receiver().reporting(() -> frames.forEach(this::take));
		}
	}

	@Override
	public void unsealed(SealException why) {
		byReader(() -> refuse(reasonOf(why), String.valueOf(why.getMessage())));
	}

	private RefusalReason reasonOf(SealException why) {
		if (why.kind() == SealException.Kind.OUT_OF_TURN) {
			return RefusalReason.REPLAYED;
		}
		// The dialled side has proven that it knows the secret before anything is sealed.
		boolean unproven = this.handshake.side() == Side.ACCEPTOR && this.link.peer() == null;
		return unproven ? RefusalReason.SECRET : RefusalReason.SEAL;
	}

	private void take(String text) {
		if (this.link.isEnded()) {
			return;
		}
		this.link.heard();
		this.spoken = true;
		try {
			PeerSlot taken = this.slot;
			if (taken != null) {
				linked(taken, text);
			}
			else {
				follow(this.handshake.receive(this.run.handshakeCodec().decode(text)));
			}
		}
		catch (WireException ex) {
			malformed(ex);
		}
	}

	private void malformed(WireException ex) {
		String detail = String.valueOf(ex.getMessage());
		switch (ex.kind()) {
			case UNKNOWN -> {
				if (this.slot != null) {
					this.run.refuse(RefusalReason.UNKNOWN_MESSAGE, this.link.peerId(), detail);
				}
				else {
					refuse(RefusalReason.MALFORMED, detail);
				}
			}
			case TOO_LARGE -> refuse(RefusalReason.OVERSIZED, detail);
			case MALFORMED -> refuse(RefusalReason.MALFORMED, detail);
			case NOT_MEANT -> {
				// others may have an extension that this node lacks
			}
		}
	}

	private void linked(PeerSlot taken, String part) throws WireException {
		String text = part;
		if (this.isInParts || part.startsWith(FrameParts.MARK)) {
			text = this.parts.join(part);
			this.isInParts = text == null;
		}
		if (text == null) {
			return;
		}
		LinkFrame frame = this.run.linkCodec().decode(text);
		if (frame != null) {
			taken.control(this.link, frame);
		}
		else {
			message(this.run.codec().decode(text), taken);
		}
	}

	private void message(Envelope<? extends ElectionMessage> envelope, PeerSlot taken) {
		NodeId peer = taken.peer();
		if (!envelope.from().equals(peer) || !envelope.cluster().equals(this.run.settings().cluster())) {
			refuse(RefusalReason.FOREIGN, "from '" + envelope.from() + "' of cluster '" + envelope.cluster() + "'");
			return;
		}
		if (!this.link.authenticatedPeer().carries(envelope.group())) {
			this.run.count(RefusalReason.ALGORITHM, peer, "a message of group '" + envelope.group() + "'");
			return;
		}
		this.run.heard(peer, this.link.authenticatedPeer().incarnation(), envelope);
		taken.deliver(this.link, envelope);
	}

	private void follow(Outcome next) {
		if (next instanceof Say say) {
			this.connection.keyed(say.keys(), this.handshake.side());
			say(say.frame());
		}
		else if (next instanceof Refuse refuse) {
			if (refuse.keys() != null) {
				this.connection.keyed(refuse.keys(), this.handshake.side());
			}
			refuse(refuse.reason(), refuse.peer(), refuse.detail());
		}
		else if (next instanceof Authenticated peer) {
			authenticated(peer);
		}
	}

	private void authenticated(Authenticated who) {
		this.connection.introduced(who.peer(), this.run.reachableUrl(who.peer()));
		Frame answer = (who.answer() != null) ? frame(who.answer()) : null;
		this.link.authenticated(new Peer(who.peer(), who.incarnation(), answer, who.foreignRules()));
		this.run.proven(this);
		offer(who, !this.connection.isEchoNeeded());
	}

	private void offer(Authenticated who, boolean reached) {
		PeerSlot offered = this.run.slot(who.peer());
		if (reached) {
			// The member may send as soon as its slot takes the connection.
			this.slot = offered;
		}
		Verdict verdict = (offered != null) ? offered.offer(this.link, reached) : Verdict.LATER;
		if (verdict == null) {
			this.awaitingEcho.set(who);
			this.link.writer().ping();
			return;
		}
		switch (verdict) {
			case TAKEN -> {
				learnApplication(who);
				this.outcome.linked();
				this.run.linked(who.peer(), who.incarnation(), who.alive());
				if (who.foreignList() != null) {
					// The link stays, so the election learns of the differing list. A
					// node that knows of one does not become a candidate.
					this.run.refuse(RefusalReason.MEMBER_LIST, who.peer(), who.foreignList());
				}
				who.foreignRules()
					.forEach((group, rules) -> this.run.count(RefusalReason.ALGORITHM, who.peer(),
							"group '" + group + "' by " + rules));
			}
			case SECOND -> refuse(RefusalReason.SECOND_NODE, who.peer(), "");
			case LATER -> {
				this.outcome.postponed();
				end(LinkLoss.CLOSED, verdict.reason(), "this node does not take it now");
			}
		}
	}

	/**
	 * Records the member's application URL if its host is proven. A dialled member proves
	 * only the dialled host by TLS. A URL of another host counts only on the connection
	 * that the member dials.
	 */
	private void learnApplication(Authenticated who) {
		PeerTransportSettings settings = this.run.settings();
		URI told = (who.application() != null) ? BaseUrl.parse(who.application()) : null;
		URI reached = settings.dialUrl(who.peer());
		boolean proven = this.dialled == null || !settings.protection().tls().certificatesNeeded() || told == null
				|| (reached != null && told.getHost().equalsIgnoreCase(reached.getHost()));
		if (proven) {
			settings.applications().learn(who.peer(), who.application());
		}
	}

	@Override
	public void refuse(RefusalReason reason, String detail) {
		NodeId proven = this.link.peerId();
		refuse(reason, (proven != null) ? proven : this.dialled, detail);
	}

	private void refuse(RefusalReason reason, @Nullable NodeId peer, String detail) {
		if (this.link.end()) {
			this.run.refuse(reason, peer, seen(detail));
		}
		end(LinkLoss.CLOSED, new CloseReason(reason.closeCode(), reason.text()), reason.text());
	}

	/** Returns the address of the other side, followed by the detail. */
	private String seen(String detail) {
		String where = ((this.dialled != null) ? "at " : "from ") + this.link.remoteHost();
		return detail.isEmpty() ? where : where + ": " + detail;
	}

	/** Refuses the connection if the handshake took too long. */
	void checkHandshake() {
		if (this.link.peer() == null && !this.link.isEnded()) {
			refuse(RefusalReason.SLOW_HANDSHAKE, this.dialled, "");
		}
	}

	/** Closes this connection as the transport ends, a link only if {@code linksToo}. */
	void shutDown(boolean linksToo) {
		if (linksToo || this.link.peer() == null) {
			this.link.abort(CloseReason.GOING_AWAY);
			this.outcome.postponed();
		}
	}

	@Override
	public void heard() {
		this.link.heard();
	}

	@Override
	public void pong() {
		this.link.heard();
		Authenticated waiting = this.awaitingEcho.getAndSet(null);
		if (waiting != null && !this.link.isEnded()) {
			offer(waiting, true);
		}
	}

	@Override
	public void binary() {
		byReader(() -> refuse(RefusalReason.BINARY, ""));
	}

	@Override
	public boolean isAuthenticated() {
		return this.link.peer() != null;
	}

	@Override
	public @Nullable CloseReason ended() {
		return this.link.closeReason();
	}

	private void gone() {
		this.run.gone(this);
	}

	private void writeFailed(Throwable ex) {
		String why = Failures.reasonOf(ex);
		this.outcome.failed(Failures.lossOf(ex), why);
		Authenticated unreached = this.awaitingEcho.getAndSet(null);
		if (unreached != null) {
			refuse(RefusalReason.UNREACHED, unreached.peer(), why);
		}
		end(Failures.isTimeout(ex) ? LinkLoss.SILENT : LinkLoss.CLOSED, CloseReason.UNRELIABLE, why);
	}

	@Override
	public void closed(int code) {
		RefusalReason byPeer = RefusalReason.ofCloseCode(code);
		NodeId proven = this.link.peerId();
		NodeId peer = (proven != null) ? proven : this.dialled;
		if (this.link.end()) {
			if (byPeer == null) {
				countUnreadable(code);
			}
			else {
				String how = (isAuthenticated() && this.connection.isCloseSealed()) ? "" : "closed, unsealed, with ";
				this.run.refuse(RefusalReason.BY_PEER, peer, seen(how + byPeer.name() + ": " + byPeer.text()));
			}
		}
		if (Verdict.isHarmless(code)) {
			this.outcome.postponed();
		}
		boolean stuck = this.link.writer().isStuck();
		end(stuck ? LinkLoss.SILENT : LinkLoss.CLOSED, CloseReason.NORMAL,
				stuck ? "the member reads too slowly" : ending(code));
	}

	private static String ending(int code) {
		return (code == CloseReason.GOING_AWAY.code()) ? "the member said good-bye" : "closed with code " + code;
	}

	/** Counts a message that the WebSocket implementation itself refused. */
	private void countUnreadable(int code) {
		if (code == CloseReason.TOO_BIG) {
			this.run.refuse(RefusalReason.OVERSIZED, this.link.peerId(), seen(""));
		}
		else if (code == CloseReason.PROTOCOL_ERROR || code == CloseReason.BAD_DATA) {
			this.run.refuse(RefusalReason.MALFORMED, this.link.peerId(), seen(""));
		}
	}

	private void end(LinkLoss loss, CloseReason reason, String why) {
		this.link.end();
		NodeId peer = this.link.peerId();
		PeerSlot taken = (peer != null) ? this.run.slot(peer) : null;
		if (taken != null) {
			taken.lost(this.link, loss, reason, why);
		}
		else {
			this.link.abort(reason);
		}
		this.outcome.failed(null, why);
	}

}
