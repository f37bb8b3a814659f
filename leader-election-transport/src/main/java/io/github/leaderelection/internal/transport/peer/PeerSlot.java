package io.github.leaderelection.internal.transport.peer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Pong;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the two connections with one member and reports them to the receiver. Each side
 * sends on the connection that it accepted. So the dialler reads with threads of the
 * transport, not with those of the application's web server. The receiver is called under
 * the lock, in the order of events. Safe for use from any thread.
 */
public final class PeerSlot {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long IDLE_MILLIS = 2000;

	private static final long SILENT_MILLIS = 6000;

	private final ReentrantLock lock = new ReentrantLock();

	private final InboundPath in = new InboundPath();

	private final Set<LinkLoss> told = EnumSet.noneOf(LinkLoss.class);

	private final NodeId peer;

	private final PeerTransport.Receiver receiver;

	private final TransportThreads threads;

	private final Redial redial;

	private final OutboundPath out;

	private final long leaseMillis;

	private boolean wanted;

	/** The connection that this node dialled. */
	private volatile @Nullable Link dialled;

	/** The connection that the member dialled. */
	private @Nullable Link accepted;

	/** When the receiver learned of the present link, or null without one. */
	private volatile @Nullable Instant linkedSince;

	private boolean warned;

	private long rivalIncarnation;

	private long rivalSeenNanos;

	/**
	 * Creates a slot without connections.
	 * @param leaseMillis the time for which one direction may be closed; then the other
	 * direction's connection serves both
	 * @param turns supplies numbers that rise during the life of this process
	 */
	public PeerSlot(NodeId peer, PeerTransport.Receiver receiver, TransportThreads threads, Redial redial,
			long leaseMillis, LongSupplier turns) {
		this.peer = peer;
		this.receiver = receiver;
		this.threads = threads;
		this.redial = redial;
		this.leaseMillis = leaseMillis;
		this.out = new OutboundPath(turns);
	}

	public NodeId peer() {
		return this.peer;
	}

	/** The time since which both directions are open, or null. */
	public @Nullable Instant linkedSince() {
		return this.linkedSince;
	}

	/** The link on which this node receives from the member, or null. */
	public @Nullable Link heardOn() {
		return this.in.link();
	}

	/** The link on which this node sends to the member, or null. */
	public @Nullable Link spokenOn() {
		return this.out.link();
	}

	boolean isDialled() {
		return this.dialled != null;
	}

	public void want() {
		this.lock.lock();
		try {
			this.wanted = true;
			if (this.dialled == null) {
				this.redial.soon();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Closes the connections gracefully and opens no others. */
	public void forget() {
		this.lock.lock();
		try {
			boolean linked = this.linkedSince != null;
			retire();
			if (linked) {
				this.receiver.disconnected(this.peer, LinkLoss.CLOSED);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Like {@link #forget()}, but without a call of the receiver. */
	public void retire() {
		this.lock.lock();
		try {
			this.wanted = false;
			this.redial.stop();
			this.linkedSince = null;
			for (Link link : links()) {
				drop(link);
				link.part(CloseReason.NORMAL);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private List<Link> links() {
		List<Link> links = new ArrayList<>(2);
		Link first = this.dialled;
		if (first != null) {
			links.add(first);
		}
		Link second = this.accepted;
		if (second != null) {
			links.add(second);
		}
		return links;
	}

	/**
	 * Judges a connection whose other side has just authenticated itself.
	 * @param reached whether the other side is known to receive frames of this node
	 * @return the verdict, or null if the other side has to answer a ping first
	 */
	public @Nullable Verdict offer(Link link, boolean reached) {
		this.lock.lock();
		try {
			if (!this.wanted || link.isEnded()) {
				return Verdict.LATER;
			}
			long process = link.authenticatedPeer().incarnation();
			if (links().stream().anyMatch((each) -> each.authenticatedPeer().incarnation() != process)) {
				return otherProcess(process);
			}
			if (!reached) {
				return null;
			}
			Frame answer = link.authenticatedPeer().answer();
			if (answer != null) {
				link.writer().send(answer);
			}
			take(link);
			return Verdict.TAKEN;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void take(Link link) {
		Link before = link.dialled() ? this.dialled : this.accepted;
		boolean gap = !link.dialled() && this.out.link() == before;
		if (link.dialled()) {
			this.dialled = link;
			this.out.countFromNow();
			this.threads.after(this.leaseMillis, this::speakWhereHeard);
		}
		else {
			this.accepted = link;
			this.out.moveTo(link);
			if (this.dialled == null) {
				this.redial.soon();
			}
		}
		if (before != null) {
			// The member lost the previous connection before it dialled again.
			lost(before, LinkLoss.CLOSED, CloseReason.GOING_AWAY, "the member opened another one");
		}
		if (gap) {
			repeat(link);
		}
		review();
	}

	/** Makes the receiver repeat messages lost while the outbound path was closed. */
	private void repeat(Link way) {
		if (this.linkedSince != null) {
			this.receiver.connected(this.peer, way.authenticatedPeer().foreignRules());
		}
	}

	/**
	 * If the member has opened no connection for a lease, this node sends on the one that
	 * it dialled itself.
	 */
	private void speakWhereHeard() {
		this.lock.lock();
		try {
			Link way = this.dialled;
			if (way != null && this.out.isClosedFor(this.leaseMillis)) {
				logger.info("Member {} has opened no connection to this node for {} ms: this node now sends on the "
						+ "connection that it dialled itself", this.peer, this.leaseMillis);
				this.out.moveTo(way);
				repeat(way);
				review();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void review() {
		Link heard = this.in.link();
		if (this.linkedSince != null || heard == null || this.out.link() == null) {
			return;
		}
		this.linkedSince = Instant.now();
		this.told.clear();
		this.rivalIncarnation = 0;
		logger.info("Linked with member {} at {}", this.peer, heard.remoteAddress());
		this.receiver.connected(this.peer, heard.authenticatedPeer().foreignRules());
	}

	/** Handles a frame that concerns the connections themselves. */
	public void control(Link link, LinkFrame frame) {
		this.lock.lock();
		try {
			if (frame instanceof Speaking speaking) {
				speaking(link, speaking.turn());
			}
			else if (frame instanceof Ping ping) {
				this.out.answer(ping.number());
			}
			else if (frame instanceof Pong pong) {
				this.out.answered(pong.number());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void speaking(Link link, long turn) {
		if (!links().contains(link) || !this.in.speaking(link, turn)) {
			return;
		}
		if (!link.dialled() && !this.warned) {
			this.warned = true;
			logger.warn("Member {} is heard through the threads of the web server: this node has not reached it at its "
					+ "own URL for a lease. Requests that keep those threads busy end its link. Correct its URL in "
					+ "leader-election.peers, or open the firewall from this node to it", this.peer);
		}
		review();
	}

	/** Passes a message on, unless it arrived late on a previous connection. */
	public void deliver(Link link, Envelope<? extends ElectionMessage> envelope) {
		this.lock.lock();
		try {
			if (this.in.link() == link) {
				this.receiver.received(envelope);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Judges a process with the id of a linked process. It is a second node if the linked
	 * process still answers; otherwise the member was restarted.
	 */
	private Verdict otherProcess(long rival) {
		boolean answered = rival == this.rivalIncarnation && heardSince(this.rivalSeenNanos);
		this.rivalIncarnation = rival;
		this.rivalSeenNanos = System.nanoTime();
		probe();
		return answered ? Verdict.SECOND : Verdict.LATER;
	}

	private boolean heardSince(long nanos) {
		return links().stream().anyMatch((link) -> link.heardSince(nanos));
	}

	/**
	 * Pings the member. Ends its connections if it stays silent for as long as an answer
	 * may take.
	 */
	private void probe() {
		long asked = System.nanoTime();
		long patience = this.out.patienceMillis(SILENT_MILLIS);
		this.out.ping();
		this.threads.after(patience, () -> probed(asked, patience));
	}

	private void probed(long askedNanos, long patienceMillis) {
		this.lock.lock();
		try {
			if (heardSince(askedNanos)) {
				return;
			}
			long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedNanos);
			if (took > patienceMillis + patienceMillis / 2) {
				// This process was paused and may have missed the answer itself.
				probe();
				return;
			}
			for (Link link : links()) {
				lost(link, LinkLoss.SILENT, CloseReason.UNRELIABLE, "no answer to a ping");
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Ends connections whose member is silent, reads slowly or answers no pings. */
	public void watch() {
		this.lock.lock();
		try {
			for (Link link : links()) {
				boolean used = link == this.in.link() || link.dialled() && link != this.out.link();
				if (used && link.silentMillis() > SILENT_MILLIS) {
					lost(link, LinkLoss.SILENT, CloseReason.UNRELIABLE, "the member is silent");
				}
			}
			Link way = this.out.link();
			if (way == null) {
				return;
			}
			long patience = (this.in.link() != null) ? SILENT_MILLIS : SILENT_MILLIS + 2 * this.leaseMillis;
			if (way.writer().isStuck()) {
				lost(way, LinkLoss.SILENT, CloseReason.UNRELIABLE, "the member reads too slowly");
			}
			else if (this.out.unansweredMillis() > patience) {
				lost(way, LinkLoss.SILENT, CloseReason.UNRELIABLE, "the member does not answer pings");
			}
			else {
				this.out.pingIfDue(IDLE_MILLIS);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Ends one connection with the member, whichever node dialled it. */
	public void lost(Link link, LinkLoss loss, CloseReason reason, String why) {
		this.lock.lock();
		try {
			link.abort(reason);
			boolean redialled = this.dialled == link;
			boolean unheard = this.in.link() == link;
			drop(link);
			if (unheard) {
				tellLost(link, loss, why);
			}
			if (redialled) {
				this.redial.lost(link.ageMillis());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void drop(Link link) {
		this.in.lost(link);
		if (this.dialled == link) {
			this.dialled = null;
		}
		if (this.accepted == link) {
			this.accepted = null;
		}
		if (this.out.lost(link)) {
			this.threads.after(this.leaseMillis, this::speakWhereHeard);
		}
	}

	private void tellLost(Link link, LinkLoss loss, String why) {
		logger.info("The link with member {} at {} ended, {}: {}", this.peer, link.remoteAddress(), loss, why);
		if (this.linkedSince != null) {
			this.linkedSince = null;
			this.told.add(loss);
			this.receiver.disconnected(this.peer, loss);
		}
	}

	/**
	 * Reports failed dialling. The receiver learns of each kind of loss once after a
	 * link.
	 */
	void notReached(@Nullable LinkLoss loss) {
		this.lock.lock();
		try {
			if (loss != null && this.wanted && this.in.link() == null && this.told.add(loss)) {
				this.receiver.disconnected(this.peer, loss);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
