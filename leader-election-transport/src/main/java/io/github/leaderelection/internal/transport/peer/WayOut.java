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
 * On which connection this node speaks to a member, and whether it is heard there: that
 * follows from the answers to its questions, which come on the way in. Written under a
 * lock.
 */
final class WayOut {

	private final LinkCodec codec = new LinkCodec();

	private final Echo echo = new Echo();

	private final LongSupplier turns;

	private volatile @Nullable Link link;

	private long closedSinceNanos = System.nanoTime();

	/**
	 * A way that is closed.
	 * @param turns gives numbers that rise for as long as this process lasts
	 */
	WayOut(LongSupplier turns) {
		this.turns = turns;
	}

	@Nullable Link link() {
		return this.link;
	}

	/** Speaks on a connection from here on; what waits for another is said there. */
	void moveTo(Link next) {
		Link before = this.link;
		next.writer().send(new Frame(this.codec.encode(new Speaking(this.turns.getAsLong())), Kind.HANDSHAKE));
		this.link = next;
		if (before != null && before != next) {
			before.writer().handOverTo(next.writer());
		}
		this.echo.begin();
		ping();
	}

	/**
	 * A connection ended.
	 * @return whether this node spoke on it
	 */
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
			say(present, new Ping(this.echo.ask(System.nanoTime())));
		}
	}

	void pingIfDue(long pauseMillis) {
		if (this.echo.isDue(pauseMillis, System.nanoTime())) {
			ping();
		}
	}

	/** The member asks whether it is heard. */
	void answer(long question) {
		Link present = this.link;
		if (present != null) {
			say(present, new Pong(question));
		}
	}

	private void say(Link on, LinkFrame frame) {
		on.writer().send(new Frame(this.codec.encode(frame), Kind.REPEATED));
	}

	void answered(long question) {
		this.echo.answered(question, System.nanoTime());
	}

	long unansweredMillis() {
		return this.echo.unansweredMillis(System.nanoTime());
	}

	/** How long an answer may take; more where the member cannot be asked. */
	long patienceMillis(long atMostMillis) {
		return (this.link != null) ? this.echo.patienceMillis(atMostMillis) : atMostMillis;
	}

	/** Only from now on somebody could have opened it. */
	void countFromNow() {
		this.closedSinceNanos = System.nanoTime();
	}

	boolean isClosedFor(long millis) {
		return this.link == null && System.nanoTime() - this.closedSinceNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
