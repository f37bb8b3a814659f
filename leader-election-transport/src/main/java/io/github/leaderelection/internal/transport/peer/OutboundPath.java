package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Pong;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which this node sends to a member, and whether the member answers its
 * pings. The answers arrive on the inbound connection. Written under a lock.
 */
final class OutboundPath {

	private final LinkCodec codec = new LinkCodec();

	private final PingTracker pings = new PingTracker();

	private final LongSupplier turns;

	private volatile @Nullable Link link;

	private long closedSinceNanos = System.nanoTime();

	/**
	 * Creates a path without a connection.
	 * @param turns supplies numbers that rise during the life of this process
	 */
	OutboundPath(LongSupplier turns) {
		this.turns = turns;
	}

	@Nullable Link link() {
		return this.link;
	}

	/** Sends on another connection from now on, queued messages included. */
	void moveTo(Link next) {
		Link before = this.link;
		next.writer().takeBack();
		next.writer().send(new Frame(this.codec.encode(new Speaking(this.turns.getAsLong())), Kind.HANDSHAKE));
		if (before != null && before != next) {
			before.writer().handOverTo(next.writer());
		}
		// Senders see the next connection only after queued messages were handed over to
		// it.
		this.link = next;
		this.pings.begin();
		ping();
	}

	/** Reports that a connection ended. Returns whether this node sent on it. */
	boolean lost(Link ended) {
		if (this.link != ended) {
			return false;
		}
		this.link = null;
		this.closedSinceNanos = System.nanoTime();
		return true;
	}

	void ping() {
		Link present = this.link;
		if (present != null) {
			say(present, new Ping(this.pings.ask(System.nanoTime())));
		}
	}

	void pingIfDue(long pauseMillis) {
		if (this.pings.isDue(pauseMillis, System.nanoTime())) {
			ping();
		}
	}

	/** Answers a ping of the member. */
	void answer(long question) {
		Link present = this.link;
		if (present != null) {
			say(present, new Pong(question));
		}
	}

	private void say(Link on, LinkFrame frame) {
		on.writer().sendAtOnce(new Frame(this.codec.encode(frame), Kind.REPEATED));
	}

	void answered(long question) {
		this.pings.answered(question, System.nanoTime());
	}

	long unansweredMillis() {
		return this.pings.unansweredMillis(System.nanoTime());
	}

	/** How long an answer may take; the longest time if no ping can be sent. */
	long patienceMillis(long atMostMillis) {
		return (this.link != null) ? this.pings.patienceMillis(atMostMillis) : atMostMillis;
	}

	/** Counts the closed time from now on: the member could not open a path before. */
	void countFromNow() {
		this.closedSinceNanos = System.nanoTime();
	}

	boolean isClosedFor(long millis) {
		return this.link == null && System.nanoTime() - this.closedSinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
