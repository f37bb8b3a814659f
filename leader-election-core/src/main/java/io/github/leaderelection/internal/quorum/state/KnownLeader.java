package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;

/**
 * The leader another node is.
 *
 * @param incarnation the start of it, 0 for what others said
 * @param token the fencing token of its grant, 0 for what others said
 * @param direct whether this node hears it itself; hearsay never raises a term and never
 * extends a promise
 * @param heardNanos when it was last heard with a quorum behind it, or heard of
 * @param excused whether this node stood still since, and gave the leader time
 */
public record KnownLeader(NodeId id, long incarnation, long term, long token, boolean direct, long heardNanos,
		boolean excused) {

	/**
	 * Whether a message came from this very start of the leader.
	 */
	public boolean isSenderOf(Envelope<?> envelope) {
		return this.direct && this.id.equals(envelope.from()) && this.incarnation == envelope.incarnation();
	}

	public KnownLeader heardAt(long nanos) {
		return new KnownLeader(this.id, this.incarnation, this.term, this.token, this.direct, nanos, this.excused);
	}

	/**
	 * The leader after a pause of this node. Heartbeats may still be on their way, so the
	 * leader gets at least a heartbeat's time. It gets this once: a node that is always
	 * late must suspect, too.
	 * @param late for how long it stood still at least
	 * @param latest when it may have been heard at the latest, if it is to be missed in a
	 * heartbeat's time
	 */
	public KnownLeader excusing(long late, long nanos, long latest) {
		long heard = Timing.earlier(this.heardNanos + late, nanos);
		long given = (!this.excused && latest - heard > 0) ? Timing.earlier(latest, nanos) : heard;
		return new KnownLeader(this.id, this.incarnation, this.term, this.token, this.direct, given, true);
	}

}
