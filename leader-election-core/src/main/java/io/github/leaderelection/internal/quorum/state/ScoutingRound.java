package io.github.leaderelection.internal.quorum.state;

import java.util.Arrays;

/**
 * An open scouting round.
 *
 * @param freeAtNanos per member when it may support this node, {@link Timing#NONE}
 * without a yes
 * @param answered per member whether it answered at all
 * @param nominated whether another election than that of the ranks chose this node
 */
public record ScoutingRound(long number, long proposedTerm, long sentNanos, long[] freeAtNanos, boolean[] answered,
		boolean nominated) {

	public static ScoutingRound open(long number, long proposedTerm, long nanos, int others, boolean nominated) {
		return new ScoutingRound(number, proposedTerm, nanos, Slots.all(others, Timing.NONE), new boolean[others],
				nominated);
	}

	public ScoutingRound yes(int member, long freeAt) {
		return new ScoutingRound(this.number, this.proposedTerm, this.sentNanos,
				Slots.with(this.freeAtNanos, member, freeAt), Slots.with(this.answered, member, true), this.nominated);
	}

	public ScoutingRound no(int member) {
		return yes(member, Timing.NONE);
	}

	public int yeses() {
		int count = 0;
		for (long free : this.freeAtNanos) {
			count += (free != Timing.NONE) ? 1 : 0;
		}
		return count;
	}

	public boolean saidYes(int member) {
		return this.freeAtNanos[member] != Timing.NONE;
	}

	/** Whether a member said yes, and may support this node by now. */
	public boolean isFree(int member, long nanos) {
		return saidYes(member) && this.freeAtNanos[member] - nanos <= 0;
	}

	/**
	 * When enough of the members that said yes are free.
	 * @param needed how many are needed, no more than said yes
	 * @return a time not before now
	 */
	public long freeAt(int needed, long nanos) {
		long[] waits = new long[yeses()];
		int i = 0;
		for (long free : this.freeAtNanos) {
			if (free != Timing.NONE) {
				waits[i++] = Math.max(0, free - nanos);
			}
		}
		Arrays.sort(waits);
		return (needed == 0) ? nanos : nanos + waits[needed - 1];
	}

}
