package io.github.leaderelection.link;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.LinkLoss;
import io.github.leaderelection.transport.PeerTransport;
import io.github.leaderelection.link.SendQueue.Frame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The link to one member: which of its connections counts, and what the receiver is told
 * of it. The receiver is told under the lock, so that it hears things in their order.
 * Safe for use from any thread.
 */
final class PeerSlot {

	private static final Logger logger = LoggerFactory.getLogger(PeerSlot.class);

	private static final long PROBE_MILLIS = 500;

	/** For what the other side sent before it knew which connection stays. */
	private static final long LINGER_MILLIS = 500;

	/**
	 * Longer than the other side lingers: it closes, for it knows last.
	 */
	private static final long LINGER_OTHER_MILLIS = 4 * LINGER_MILLIS;

	private final ReentrantLock lock = new ReentrantLock();

	private final NodeId self;

	private final NodeId peer;

	private final PeerTransport.Receiver receiver;

	private final TransportThreads threads;

	private final Redial redial;

	/** Connections of which the other side may not know yet that they do not stay. */
	private final List<Link> leaving = new ArrayList<>();

	private final Set<LinkLoss> told = EnumSet.noneOf(LinkLoss.class);

	private boolean wanted;

	private volatile @Nullable Link current;

	private long rivalIncarnation;

	private long rivalSeenNanos;

	PeerSlot(NodeId self, NodeId peer, PeerTransport.Receiver receiver, TransportThreads threads, Redial redial) {
		this.self = self;
		this.peer = peer;
		this.receiver = receiver;
		this.threads = threads;
		this.redial = redial;
	}

	NodeId peer() {
		return this.peer;
	}

	@Nullable Link current() {
		return this.current;
	}

	void want() {
		this.lock.lock();
		try {
			this.wanted = true;
			if (this.current == null) {
				this.redial.soon();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Closes the link in order and keeps none. */
	void forget() {
		this.lock.lock();
		try {
			this.wanted = false;
			this.redial.stop();
			this.leaving.forEach((link) -> link.part(CloseReason.NORMAL));
			this.leaving.clear();
			Link present = this.current;
			if (present != null) {
				this.current = null;
				present.part(CloseReason.NORMAL);
				this.receiver.disconnected(this.peer, LinkLoss.CLOSED);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** As {@link #forget()}, but nobody is told any more. */
	void retire() {
		this.lock.lock();
		try {
			this.wanted = false;
			this.redial.stop();
			Link present = this.current;
			this.current = null;
			if (present != null) {
				present.part(CloseReason.NORMAL);
			}
			this.leaving.forEach((link) -> link.part(CloseReason.NORMAL));
			this.leaving.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Judges a connection whose other side has just proven who it is.
	 * @param reached whether what this side says is known to arrive
	 * @return the verdict, or null if it depends on that
	 */
	@Nullable Verdict offer(Link link, boolean reached) {
		this.lock.lock();
		try {
			Link present = this.current;
			if (!this.wanted || link.isEnded()) {
				return Verdict.LATER;
			}
			if (present != null
					&& present.authenticatedPeer().incarnation() != link.authenticatedPeer().incarnation()) {
				return otherProcess(present, link);
			}
			if (!reached) {
				return null;
			}
			if (present == null) {
				take(link);
				tellConnected(link);
				return Verdict.TAKEN;
			}
			if (present.dialled() == link.dialled()) {
				return renew(present, link);
			}
			return oneOfTwo(present, link);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void take(Link link) {
		Frame answer = link.authenticatedPeer().answer();
		if (answer != null) {
			link.writer().send(answer);
		}
		this.current = link;
	}

	private void tellConnected(Link link) {
		this.told.clear();
		this.rivalIncarnation = 0;
		logger.info("Linked with member {} at {}, dialled by {}", this.peer, link.remoteAddress(), dialler(link));
		this.receiver.connected(this.peer);
	}

	NodeId dialler(Link link) {
		return link.dialled() ? this.self : this.peer;
	}

	/** The side that dials again has lost the link before; this one just notices. */
	private Verdict renew(Link present, Link link) {
		tellLost(present, LinkLoss.CLOSED, "the member opened another");
		present.abort(CloseReason.GOING_AWAY);
		take(link);
		tellConnected(link);
		return Verdict.TAKEN;
	}

	/**
	 * Both sides dialled. The connection dialled by the lower id stays; the lower id
	 * closes the other, as it is the last to know that both stand.
	 */
	private Verdict oneOfTwo(Link present, Link link) {
		boolean lower = this.self.compareTo(this.peer) < 0;
		if (link.dialled() == lower) {
			take(link);
			present.writer().handOverTo(link.writer());
			leave(present, lower);
			return Verdict.TAKEN;
		}
		// It may be that the other side knows that the present one is gone.
		probe(present);
		if (lower) {
			return Verdict.DUPLICATE;
		}
		leave(link, false);
		return Verdict.TAKEN;
	}

	private void leave(Link link, boolean lower) {
		this.leaving.add(link);
		this.threads.after(lower ? LINGER_MILLIS : LINGER_OTHER_MILLIS, () -> {
			this.lock.lock();
			try {
				if (this.leaving.remove(link)) {
					link.part(Verdict.DUPLICATE.reason());
				}
			}
			finally {
				this.lock.unlock();
			}
		});
	}

	/**
	 * A process that is new, because the member was restarted, or a second one. While the
	 * first answers it is a second one.
	 */
	private Verdict otherProcess(Link present, Link link) {
		long rival = link.authenticatedPeer().incarnation();
		boolean answered = rival == this.rivalIncarnation && present.heardSince(this.rivalSeenNanos);
		this.rivalIncarnation = rival;
		this.rivalSeenNanos = System.nanoTime();
		probe(present);
		return answered ? Verdict.SECOND : Verdict.LATER;
	}

	/** Ends a link that does not answer at once. */
	private void probe(Link link) {
		long asked = System.nanoTime();
		link.writer().ping();
		this.threads.after(PROBE_MILLIS, () -> {
			if (!link.heardSince(asked)) {
				lost(link, LinkLoss.SILENT, CloseReason.UNRELIABLE, "no answer to a ping");
			}
		});
	}

	/**
	 * Ends a connection with the member, whichever it is.
	 * @param loss why, for the receiver
	 * @param reason why, for the other side
	 * @param why for the operator
	 */
	void lost(Link link, LinkLoss loss, CloseReason reason, String why) {
		this.lock.lock();
		try {
			link.abort(reason);
			this.leaving.remove(link);
			if (this.current == link) {
				tellLost(link, loss, why);
				this.leaving.forEach((each) -> each.abort(CloseReason.GOING_AWAY));
				this.leaving.clear();
				this.redial.lost(link.ageMillis());
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void tellLost(Link link, LinkLoss loss, String why) {
		this.current = null;
		this.told.add(loss);
		logger.info("The link with member {} at {} ended, {}: {}", this.peer, link.remoteAddress(), loss, why);
		this.receiver.disconnected(this.peer, loss);
	}

	/**
	 * Dialling failed; the receiver is told what it has not yet heard since the last
	 * link.
	 */
	void notReached(@Nullable LinkLoss loss) {
		this.lock.lock();
		try {
			if (loss != null && this.wanted && this.current == null && this.told.add(loss)) {
				this.receiver.disconnected(this.peer, loss);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
