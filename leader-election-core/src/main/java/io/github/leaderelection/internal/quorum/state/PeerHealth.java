package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.health.Gaps;
import io.github.leaderelection.internal.health.Suspicion;
import org.jspecify.annotations.Nullable;

/**
 * What this node itself believes of the other members' health, and what it reported.
 * Immutable: no array in it is written after it was made. Each has an entry for every
 * other member.
 *
 * @param heardNanos when each was last heard, {@link Timing#NONE} for never
 * @param countsFromNanos from when on each member's silence counts though nothing was
 * heard of it, {@link Timing#NONE} for one that never was linked
 * @param gaps between the acknowledgements of each member, measured by a leader
 * @param suspicions whether this node itself misses each member
 * @param told the state of each member that was told last
 * @param ledBy the leader this node hears itself, or null
 */
public record PeerHealth(long[] heardNanos, long[] countsFromNanos, Gaps[] gaps, Suspicion[] suspicions,
		MemberState[] told, @Nullable NodeId ledBy, long ledSinceNanos) implements StatePart {

	public static PeerHealth unknown(int others) {
		long[] never = Slots.all(others, Timing.NONE);
		return new PeerHealth(never, never, unmeasured(others), Slots.all(new Suspicion[others], Suspicion.NONE),
				Slots.all(new MemberState[others], MemberState.UNKNOWN), null, Timing.NONE);
	}

	private static Gaps[] unmeasured(int others) {
		return Slots.all(new Gaps[others], Gaps.UNKNOWN);
	}

	/**
	 * As if nothing had been missed, measured or said so far, and all were up.
	 */
	public PeerHealth forgotten() {
		PeerHealth fresh = unknown(this.gaps.length);
		Slots.all(fresh.told, MemberState.UP);
		return fresh;
	}

	/**
	 * From when on a member's silence counts.
	 * @return {@link Timing#NONE} for one that was neither linked nor heard
	 */
	public long since(int member) {
		long heard = this.heardNanos[member];
		long from = this.countsFromNanos[member];
		if (heard == Timing.NONE || from == Timing.NONE) {
			return (heard == Timing.NONE) ? from : heard;
		}
		return (heard - from > 0) ? heard : from;
	}

	/**
	 * Whether a member was linked since the start. A joining member may be heard earlier,
	 * and is not missed.
	 */
	public boolean wasLinked(int member) {
		return this.countsFromNanos[member] != Timing.NONE;
	}

	public PeerHealth heard(int member, long nanos) {
		return new PeerHealth(Slots.with(this.heardNanos, member, nanos), this.countsFromNanos, this.gaps,
				this.suspicions, this.told, this.ledBy, this.ledSinceNanos);
	}

	public PeerHealth measured(int member, Gaps newest) {
		return new PeerHealth(this.heardNanos, this.countsFromNanos, Slots.with(this.gaps, member, newest),
				this.suspicions, this.told, this.ledBy, this.ledSinceNanos);
	}

	public PeerHealth countingFrom(int member, long nanos) {
		return new PeerHealth(this.heardNanos, Slots.with(this.countsFromNanos, member, nanos), this.gaps,
				this.suspicions, this.told, this.ledBy, this.ledSinceNanos);
	}

	public PeerHealth withSuspicion(int member, Suspicion newest) {
		return new PeerHealth(this.heardNanos, this.countsFromNanos, this.gaps,
				Slots.with(this.suspicions, member, newest), this.told, this.ledBy, this.ledSinceNanos);
	}

	public PeerHealth withTold(int member, MemberState state) {
		return new PeerHealth(this.heardNanos, this.countsFromNanos, this.gaps, this.suspicions,
				Slots.with(this.told, member, state), this.ledBy, this.ledSinceNanos);
	}

	public PeerHealth led(@Nullable NodeId by, long nanos) {
		return new PeerHealth(this.heardNanos, this.countsFromNanos, this.gaps, this.suspicions, this.told, by, nanos);
	}

	/** A leader measures anew. */
	public PeerHealth leading() {
		return new PeerHealth(this.heardNanos, this.countsFromNanos, unmeasured(this.gaps.length), this.suspicions,
				this.told, null, Timing.NONE);
	}

}
