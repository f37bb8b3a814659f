package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.SentBeats;
import org.jspecify.annotations.Nullable;

/**
 * The state of a leader: its grant and what keeps it.
 *
 * @param wonTerm the last term won, granted or raised: the one heartbeats carry
 * @param lease until when the grant is valid
 * @param raise an attempt to raise the term in place, or null
 * @param highestProposed the highest term in which anybody may be promised to this node
 * @param drain set while running work is awaited, else null
 */
public record LeaderState(Proposal won, long wonTerm, Lease lease, Acks acks, SentBeats beats, @Nullable Proposal raise,
		long highestProposed, @Nullable Drain drain) implements RoleState {

	public static final String NOT_LEADING = "this node does not lead: ask the leader";

	/**
	 * The fencing token: the term the grant was won in.
	 */
	public long token() {
		return this.won.term();
	}

	/** Who is to lead next, or null for the usual order. */
	public @Nullable NodeId target() {
		return (this.drain != null) ? this.drain.target() : null;
	}

	/** Whom somebody chose to lead next, or null. */
	public @Nullable NodeId chosen() {
		return (this.drain != null && this.drain.chosen()) ? this.drain.target() : null;
	}

	@Override
	public LeaderState withKnown(@Nullable KnownLeader leader) {
		throw new IllegalStateException("A leader takes nobody else to lead: " + leader);
	}

	public LeaderState withLease(Lease newLease) {
		return new LeaderState(this.won, this.wonTerm, newLease, this.acks, this.beats, this.raise,
				this.highestProposed, this.drain);
	}

	public LeaderState withAcks(Acks newAcks) {
		return new LeaderState(this.won, this.wonTerm, this.lease, newAcks, this.beats, this.raise,
				this.highestProposed, this.drain);
	}

	public LeaderState withBeats(SentBeats newBeats) {
		return new LeaderState(this.won, this.wonTerm, this.lease, this.acks, newBeats, this.raise,
				this.highestProposed, this.drain);
	}

	public LeaderState withRaise(@Nullable Proposal newRaise) {
		return new LeaderState(this.won, this.wonTerm, this.lease, this.acks, this.beats, newRaise,
				this.highestProposed, this.drain);
	}

	public LeaderState proposed(Proposal sentRaise) {
		return new LeaderState(this.won, this.wonTerm, this.lease, this.acks, this.beats, sentRaise, sentRaise.term(),
				this.drain);
	}

	public LeaderState raised(Proposal wonRaise, long nanos) {
		return new LeaderState(this.won, wonRaise.term(), this.lease, this.acks.voted(wonRaise, nanos), this.beats,
				null, this.highestProposed, this.drain);
	}

	public LeaderState withDrain(Drain newDrain) {
		return new LeaderState(this.won, this.wonTerm, this.lease, this.acks, this.beats, this.raise,
				this.highestProposed, newDrain);
	}

	/**
	 * A leader gives up voluntarily and waits for running work.
	 *
	 * @param target who is to lead next, or null for the usual order
	 */
	public record Drain(RevocationReason reason, @Nullable NodeId target, boolean chosen, List<Long> requests) {
	}

}
