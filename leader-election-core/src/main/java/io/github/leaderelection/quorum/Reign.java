package io.github.leaderelection.quorum;

import io.github.leaderelection.protocol.Lease;
import org.jspecify.annotations.Nullable;

/**
 * A leader's grant and what keeps it.
 *
 * @param token the fencing token: the term the grant was won in
 * @param wonTerm the last term won, granted or raised: the one heartbeats carry
 * @param candidacySentNanos when the winning proposal was first sent
 * @param candidacySentWallMillis the wall clock at that moment
 * @param lease until when the grant is valid
 * @param acknowledgedNanos per member the SEND time of the newest backed heartbeat it
 * acknowledged, {@link Turn#NONE} for none
 * @param acknowledgedWallMillis per member the wall clock at that moment
 * @param answeredNanos per member when its newest answer ARRIVED, {@link Turn#NONE} for
 * none: this steers, it proves nothing
 * @param beats the heartbeats sent
 * @param raise an attempt to raise the term in place, or null
 * @param drain set while running work is awaited, else null
 */
record Reign(long token, long wonTerm, long candidacySentNanos, long candidacySentWallMillis, Lease lease,
		long[] acknowledgedNanos, long[] acknowledgedWallMillis, long[] answeredNanos, SentBeats beats,
		@Nullable Candidacy raise, @Nullable Drain drain) {

	Reign withLease(Lease newLease) {
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, newLease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, this.answeredNanos, this.beats, this.raise,
				this.drain);
	}

	/**
	 * Counts an acknowledgement from the time the acknowledged message was sent.
	 */
	Reign acknowledged(int member, long sentNanos, long sentWallMillis) {
		long known = this.acknowledgedNanos[member];
		if (known != Turn.NONE && sentNanos - known <= 0) {
			return this;
		}
		long[] nanos = this.acknowledgedNanos.clone();
		long[] wall = this.acknowledgedWallMillis.clone();
		nanos[member] = sentNanos;
		wall[member] = sentWallMillis;
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				nanos, wall, this.answeredNanos, this.beats, this.raise, this.drain);
	}

	Reign answered(long[] arrivals) {
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, arrivals, this.beats, this.raise, this.drain);
	}

	Reign withBeats(SentBeats newBeats) {
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, this.answeredNanos, newBeats, this.raise,
				this.drain);
	}

	Reign withRaise(@Nullable Candidacy newRaise) {
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, this.answeredNanos, this.beats, newRaise,
				this.drain);
	}

	Reign raised(long newTerm) {
		return new Reign(this.token, newTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, this.answeredNanos, this.beats, null, this.drain);
	}

	Reign withDrain(Drain newDrain) {
		return new Reign(this.token, this.wonTerm, this.candidacySentNanos, this.candidacySentWallMillis, this.lease,
				this.acknowledgedNanos, this.acknowledgedWallMillis, this.answeredNanos, this.beats, this.raise,
				newDrain);
	}

	/**
	 * The highest term in which anybody may be promised to this node.
	 */
	long highestProposed() {
		return (this.raise != null) ? Math.max(this.wonTerm, this.raise.term()) : this.wonTerm;
	}

}
