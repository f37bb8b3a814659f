package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.internal.protocol.Now;

/**
 * How far a node is past its start.
 *
 * @param waitEndNanos when promises it may have forgotten have ended
 * @param votesEndNanos when votes it may have forgotten win nothing any more
 * @param spanNanos the longest of those promises, as far as known
 * @param early the newest question that was asked before the wait ended
 * @param newcomers per member the start of it that said to this start that it had never
 * stood, 0 for none; kept for the answers of a voter
 * @param metTerm the highest term that any member named to this start and is believed
 * @param terms per member the term it named last after the wait, -1 for none
 * @param basis on what the right to vote rests, for the status
 */
public record Startup(Phase phase, long beganNanos, long waitEndNanos, long votesEndNanos, long spanNanos, double drift,
		long round, long early, long[] newcomers, long metTerm, long[] terms, String basis) implements StatePart {

	/**
	 * The phases.
	 */
	public enum Phase {

		/** Has state; promises given before the start may still live. */
		WAITING,

		/** Has no state; first waits, meanwhile asking whether the cluster is new. */
		LOST_WAITING,

		/** Has no state; asks which terms are spent. */
		LOST_ASKING,

		/**
		 * Past the start without having learned which terms are spent: votes above its
		 * wall clock, and goes on asking.
		 */
		BY_CLOCK,

		/** Past the start. */
		DONE

	}

	public static Startup done(long nanos, String basis, int others) {
		return new Startup(Phase.DONE, nanos, nanos, nanos, 0, 0, 0, 0, new long[others], 0, new long[0], basis);
	}

	/**
	 * Past the start: it remembers who was new, and which questions it has asked.
	 */
	public Startup done(long nanos, String newBasis) {
		return new Startup(Phase.DONE, nanos, nanos, nanos, 0, 0, this.round, this.round, this.newcomers, this.metTerm,
				new long[0], newBasis);
	}

	/**
	 * Past the start, but not done with asking.
	 */
	public Startup byClock(String newBasis) {
		return new Startup(Phase.BY_CLOCK, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos,
				this.drift, this.round, this.early, this.newcomers, this.metTerm, this.terms, newBasis);
	}

	public static Startup waiting(long nanos, long waitEnd, String basis, int others) {
		return new Startup(Phase.WAITING, nanos, waitEnd, nanos, 0, 0, 0, 0, new long[others], 0, new long[0], basis);
	}

	public static Startup lost(long nanos, long span, double drift, int others) {
		return new Startup(Phase.LOST_WAITING, nanos, lostWaitEnd(nanos, span, drift), votesEnd(nanos, span, drift),
				span, drift, 0, 0, new long[others], 0, Slots.all(others, -1), "no saved state");
	}

	/**
	 * Begins anew, because what it learned could not be saved. Answers to earlier
	 * questions no longer count.
	 */
	public Startup lostAgain(long nanos, long span, double drift) {
		Startup anew = lost(nanos, span, drift, this.newcomers.length);
		return new Startup(anew.phase, nanos, anew.waitEndNanos, anew.votesEndNanos, span, drift, this.round,
				this.round, anew.newcomers, this.metTerm, anew.terms, anew.basis);
	}

	private static long lostWaitEnd(long began, long span, double drift) {
		return began + Timing.startWait(span, drift) + Timing.longestCandidacy(span, drift);
	}

	private static long votesEnd(long began, long span, double drift) {
		return began + Timing.longestCandidacy(span, drift);
	}

	public boolean isLost() {
		return this.phase == Phase.LOST_WAITING || this.phase == Phase.LOST_ASKING;
	}

	public boolean isAsking() {
		return isLost() || this.phase == Phase.BY_CLOCK;
	}

	public boolean isOver() {
		return this.phase == Phase.DONE || this.phase == Phase.BY_CLOCK;
	}

	/**
	 * Whether a vote that this node has lost with its state may still win an election.
	 */
	public boolean mayHaveOpenVote(Now now) {
		return isLost() && !now.reached(this.votesEndNanos);
	}

	/**
	 * Waits longer, for a longer promise than was known, and forgets what was learned.
	 */
	public Startup longer(long span, double newDrift) {
		long longest = Math.max(span, this.spanNanos);
		double largest = Math.max(newDrift, this.drift);
		return new Startup(Phase.LOST_WAITING, this.beganNanos, lostWaitEnd(this.beganNanos, longest, largest),
				votesEnd(this.beganNanos, longest, largest), longest, largest, this.round, this.round, this.newcomers,
				this.metTerm, Slots.all(this.terms.length, -1), this.basis);
	}

	public Startup at(Phase newPhase) {
		return new Startup(newPhase, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos, this.drift,
				this.round, this.early, this.newcomers, this.metTerm, this.terms, this.basis);
	}

	public Startup asked() {
		long next = this.round + 1;
		long newEarly = (this.phase == Phase.LOST_WAITING) ? next : this.early;
		return new Startup(this.phase, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos,
				this.drift, next, newEarly, this.newcomers, this.metTerm, this.terms, this.basis);
	}

	/**
	 * A member named a term that is believed, at any time since this start.
	 */
	public Startup met(long term) {
		return (term <= this.metTerm) ? this
				: new Startup(this.phase, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos,
						this.drift, this.round, this.early, this.newcomers, term, this.terms, this.basis);
	}

	public Startup newcomer(int member, long incarnation) {
		return new Startup(this.phase, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos,
				this.drift, this.round, this.early, Slots.with(this.newcomers, member, incarnation), this.metTerm,
				this.terms, this.basis);
	}

	public Startup learned(int member, long term) {
		return new Startup(this.phase, this.beganNanos, this.waitEndNanos, this.votesEndNanos, this.spanNanos,
				this.drift, this.round, this.early, this.newcomers, this.metTerm, Slots.with(this.terms, member, term),
				this.basis);
	}

	/** How many voters have named a term that is believed. */
	public int votersHeard(long believed) {
		int count = 0;
		for (long term : this.terms) {
			count += (term >= 0 && term <= believed) ? 1 : 0;
		}
		return count;
	}

	/**
	 * The highest term that was named and is believed.
	 * @param believed the highest such term there could be
	 */
	public long highestTerm(long believed) {
		long highest = 0;
		for (long term : this.terms) {
			highest = (term <= believed) ? Math.max(highest, term) : highest;
		}
		return highest;
	}

	/**
	 * Whether a start of a member began while this node had never stood.
	 */
	public boolean knowsAsNewcomer(int member, long incarnation) {
		return this.newcomers[member] == incarnation;
	}

	public boolean allNewcomers() {
		for (long newcomer : this.newcomers) {
			if (newcomer == 0) {
				return false;
			}
		}
		return true;
	}

}
