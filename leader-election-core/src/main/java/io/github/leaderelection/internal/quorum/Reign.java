package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A leader's grant and what keeps it.
 *
 * @param won the candidacy that won it
 * @param wonTerm the last term won, granted or raised: the one heartbeats carry
 * @param lease until when the grant is valid
 * @param backing what the members answered
 * @param beats the heartbeats sent
 * @param raise an attempt to raise the term in place, or null
 * @param highestProposed the highest term in which anybody may be promised to this node
 * @param drain set while running work is awaited, else null
 */
record Reign(Candidacy won, long wonTerm, Lease lease, Backing backing, SentBeats beats, @Nullable Candidacy raise,
		long highestProposed, @Nullable Drain drain) {

	/**
	 * The fencing token: the term the grant was won in.
	 */
	long token() {
		return this.won.term();
	}

	Reign withLease(Lease newLease) {
		return new Reign(this.won, this.wonTerm, newLease, this.backing, this.beats, this.raise, this.highestProposed,
				this.drain);
	}

	Reign withBacking(Backing newBacking) {
		return new Reign(this.won, this.wonTerm, this.lease, newBacking, this.beats, this.raise, this.highestProposed,
				this.drain);
	}

	Reign withBeats(SentBeats newBeats) {
		return new Reign(this.won, this.wonTerm, this.lease, this.backing, newBeats, this.raise, this.highestProposed,
				this.drain);
	}

	Reign withRaise(@Nullable Candidacy newRaise) {
		return new Reign(this.won, this.wonTerm, this.lease, this.backing, this.beats, newRaise, this.highestProposed,
				this.drain);
	}

	Reign proposed(Candidacy sentRaise) {
		return new Reign(this.won, this.wonTerm, this.lease, this.backing, this.beats, sentRaise, sentRaise.term(),
				this.drain);
	}

	Reign raised(long newTerm, Backing newBacking) {
		return new Reign(this.won, newTerm, this.lease, newBacking, this.beats, null, this.highestProposed, this.drain);
	}

	Reign withDrain(Drain newDrain) {
		return new Reign(this.won, this.wonTerm, this.lease, this.backing, this.beats, this.raise, this.highestProposed,
				newDrain);
	}

}
