package io.github.leaderelection.internal.transport.link;

import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts refusals, keeps the last ones, and reports them to the receiver. Repeated
 * refusals are reported only every ten seconds. Lives as long as the transport. Safe for
 * use from any thread.
 */
final class Refusals {

	private static final Logger logger = LoggerFactory.getLogger(Refusals.class);

	private static final long QUIET_NANOS = 10_000_000_000L;

	private final Map<RefusalReason, LongAdder> counts = new EnumMap<>(RefusalReason.class);

	/** Bounded: the keys are members and reasons, never the text of a stranger. */
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
	 * Records a refusal. The count rises last, so code that sees it also finds the text
	 * and the report.
	 * @param receiver the receiver of the report, or null for none
	 * @param peer the other side as far as it is known; of a stranger it is only a claim
	 * @param detail the circumstances; unprintable characters are replaced here
	 */
	void add(PeerTransport.@Nullable Receiver receiver, RefusalReason reason, @Nullable NodeId peer, String detail) {
		String text = reason.text() + " (" + Printable.of(detail) + ')';
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
			logger.debug("Refused {}: {}", (member != null) ? "member " + member : "a stranger", text);
		}
		LongAdder count = this.counts.get(reason);
		if (count != null) {
			count.increment();
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
	 * The key of a report.
	 *
	 * @param member the member, or null for a stranger
	 */
	private record Told(@Nullable NodeId member, RefusalReason reason) {
	}

}
