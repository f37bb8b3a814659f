package io.github.leaderelection.internal.raft;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * A scouting request or proposal of another member. It waits for the position of this
 * node, or the underlying election holds it.
 *
 * @param request the number of the reading; 0 when the underlying election has the
 * message
 * @param bound whether this node has led or followed since it asked for its position,
 * which may have advanced then
 */
record AwaitedClaim(long request, Envelope<RaftMessage> envelope, boolean bound, long sinceNanos) {

	QuorumMessage message() {
		return ((RaftMessage.Vote) this.envelope.body()).message();
	}

	Position position() {
		Position claimed = ((RaftMessage.Vote) this.envelope.body()).position();
		return (claimed != null) ? claimed : Position.NONE;
	}

	boolean isFrom(Envelope<?> other) {
		return this.envelope.from().equals(other.from()) && this.envelope.incarnation() == other.incarnation();
	}

	AwaitedClaim whileBound() {
		return new AwaitedClaim(this.request, this.envelope, true, this.sinceNanos);
	}

	AwaitedClaim reading(long newRequest, boolean isBound, long nanos) {
		return new AwaitedClaim(newRequest, this.envelope, isBound, nanos);
	}

	AwaitedClaim handedDown() {
		return new AwaitedClaim(0, this.envelope, false, this.sinceNanos);
	}

}
