package io.github.leaderelection.internal.transport.link;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what is refused, keeps the last of it, and tells the receiver, once in a while
 * where it repeats itself. Lives as long as the transport. Safe for use from any thread.
 */
final class Refusals {

	private static final Logger logger = LoggerFactory.getLogger(Refusals.class);

	private static final long QUIET_NANOS = 10_000_000_000L;

	private static final int MAX_DETAIL = 200;

	private final Map<RefusalReason, LongAdder> counts = new EnumMap<>(RefusalReason.class);

	/** Bounded: its keys are members and reasons, never what a stranger says. */
	private final Map<Told, Long> told = new ConcurrentHashMap<>();

	private final Map<NodeId, String> lastByPeer = new ConcurrentHashMap<>();

	private final NodeId self;

	private final List<NodeId> members;

	private volatile @Nullable String last;

	Refusals(NodeId self, List<NodeId> members) {
		this.self = self;
		this.members = members;
		for (RefusalReason reason : RefusalReason.values()) {
			this.counts.put(reason, new LongAdder());
		}
	}

	/**
	 * Takes note of a refusal.
	 * @param receiver to be told, or null before the start
	 * @param reason why
	 * @param peer who it was, as far as it is known; of a stranger it is only a claim
	 * @param detail what was seen; made harmless here
	 */
	void add(PeerTransport.@Nullable Receiver receiver, RefusalReason reason, @Nullable NodeId peer, String detail) {
		LongAdder count = this.counts.get(reason);
		if (count != null) {
			count.increment();
		}
		String text = reason.text() + " (" + printable(detail) + ')';
		String dated = Instant.now() + " " + reason + ": " + text;
		this.last = dated;
		NodeId member = (peer != null && !peer.equals(this.self) && this.members.contains(peer)) ? peer : null;
		if (member != null) {
			this.lastByPeer.put(member, dated);
		}
		if (receiver != null && passes(new Told(member, reason))) {
			receiver.refused(member, reason + ": " + text);
		}
		else {
			logger.debug("Refused, {}: {}", member, text);
		}
	}

	private boolean passes(Told key) {
		long now = System.nanoTime();
		Long before = this.told.get(key);
		if (before != null && now - before < QUIET_NANOS) {
			return false;
		}
		return (before != null) ? this.told.replace(key, before, now) : this.told.putIfAbsent(key, now) == null;
	}

	/** What a stranger sends must not write lines of its own into the log. */
	static String printable(String text) {
		StringBuilder harmless = new StringBuilder();
		for (int i = 0; i < Math.min(text.length(), MAX_DETAIL); i++) {
			char c = text.charAt(i);
			harmless.append((c >= ' ' && c < 0x7f) ? c : '?');
		}
		return harmless.toString();
	}

	Map<RefusalReason, Long> counts() {
		Map<RefusalReason, Long> copy = new HashMap<>();
		this.counts.forEach((reason, count) -> copy.put(reason, count.sum()));
		return copy;
	}

	@Nullable String last() {
		return this.last;
	}

	@Nullable String last(NodeId peer) {
		return this.lastByPeer.get(peer);
	}

	/**
	 * What the receiver was told.
	 *
	 * @param member of whom, or null of a stranger
	 * @param reason and why
	 */
	private record Told(@Nullable NodeId member, RefusalReason reason) {
	}

}
