package io.github.leaderelection.internal.quorum.state;

/**
 * Which members a leader would hand leadership to for their priority. Kept only where
 * that is wanted. Immutable: no array in it is written after it was made.
 *
 * @param wellSinceNanos since when each other member has been well, {@link Timing#NONE}
 * for one that is not
 * @param hadTurn whether each led, or was handed leadership, since then
 */
public record Preferences(long[] wellSinceNanos, boolean[] hadTurn) implements StatePart {

	public static Preferences none(int others) {
		return new Preferences(Slots.all(others, Timing.NONE), new boolean[others]);
	}

	public boolean isWell(int member) {
		return this.wellSinceNanos[member] != Timing.NONE;
	}

	/** A member is well again: a new turn is due to it, once it has stayed so. */
	public Preferences well(int member, long nanos) {
		return new Preferences(Slots.with(this.wellSinceNanos, member, nanos), Slots.with(this.hadTurn, member, false));
	}

	public Preferences unwell(int member) {
		return new Preferences(Slots.with(this.wellSinceNanos, member, Timing.NONE),
				Slots.with(this.hadTurn, member, false));
	}

	public Preferences turned(int member) {
		return new Preferences(this.wellSinceNanos, Slots.with(this.hadTurn, member, true));
	}

}
