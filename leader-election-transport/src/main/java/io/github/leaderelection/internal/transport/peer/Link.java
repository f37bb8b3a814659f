package io.github.leaderelection.internal.transport.peer;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.spi.ForeignRules;
import org.jspecify.annotations.Nullable;

/**
 * One connection: first unauthenticated, then with a known peer, finally ended. Safe for
 * use from any thread.
 */
public final class Link {

	private final long openedNanos = System.nanoTime();

	private final AtomicBoolean ended = new AtomicBoolean();

	private final AtomicReference<@Nullable CloseReason> closeReason = new AtomicReference<>();

	private final Connection connection;

	private final LinkWriter writer;

	private final boolean dialled;

	private volatile long heardNanos = this.openedNanos;

	private volatile @Nullable Peer peer;

	public Link(Connection connection, LinkWriter writer, boolean dialled) {
		this.connection = connection;
		this.writer = writer;
		this.dialled = dialled;
	}

	public LinkWriter writer() {
		return this.writer;
	}

	/** Whether this node dialled. */
	public boolean dialled() {
		return this.dialled;
	}

	public @Nullable Peer peer() {
		return this.peer;
	}

	/** The authenticated id of the other side, or null before authentication. */
	public @Nullable NodeId peerId() {
		Peer who = this.peer;
		return (who != null) ? who.id() : null;
	}

	public void authenticated(Peer who) {
		this.peer = who;
	}

	public Peer authenticatedPeer() {
		Peer who = this.peer;
		if (who == null) {
			throw new IllegalStateException("The connection with " + remoteAddress() + " is not authenticated");
		}
		return who;
	}

	public void heard() {
		this.heardNanos = System.nanoTime();
	}

	boolean heardSince(long nanos) {
		return this.heardNanos - nanos >= 0;
	}

	public long silentMillis() {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.heardNanos);
	}

	public long ageMillis() {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.openedNanos);
	}

	/** Ends the link and returns whether it was open. Does not close its connection. */
	public boolean end() {
		return this.ended.compareAndSet(false, true);
	}

	/** Ends the link and closes its connection after everything queued is written. */
	public void part(CloseReason reason) {
		this.closeReason.compareAndSet(null, reason);
		end();
		this.writer.closeAfterFlush(reason);
	}

	/** Ends the link and closes its connection at once. Queued frames are lost. */
	public void abort(CloseReason reason) {
		this.closeReason.compareAndSet(null, reason);
		end();
		this.writer.abort(reason);
	}

	public boolean isEnded() {
		return this.ended.get();
	}

	/** Why the link ended, or null while it goes on. */
	public @Nullable CloseReason closeReason() {
		if (!isEnded()) {
			return null;
		}
		CloseReason reason = this.closeReason.get();
		return (reason != null) ? reason : CloseReason.NORMAL;
	}

	public String remoteAddress() {
		return this.connection.remoteAddress();
	}

	/** The address without the port, which differs between connections. */
	public String remoteHost() {
		return this.connection.remoteHost();
	}

	/**
	 * The authenticated other side.
	 *
	 * @param answer the last frame of the handshake, to be sent before any message; or
	 * null
	 * @param foreignRules the groups for which the peer uses other election rules; their
	 * messages are not carried
	 */
	public record Peer(NodeId id, long incarnation, @Nullable Frame answer, Map<String, ForeignRules> foreignRules) {

		public boolean carries(String group) {
			return !this.foreignRules.containsKey(group);
		}

	}

}
