package io.github.leaderelection.internal.raft;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * A scouting request or a proposal of another member that waits until this node knows its
 * own position, or that the election below holds.
 *
 * @param request names the reading, 0 once the election below has it
 * @param envelope the message, with the position that it claims
 * @param bound whether this node led, or was led, since it asked for its position: then
 * it may have come further before it is free to vote
 * @param sinceNanos when the position was asked for
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
