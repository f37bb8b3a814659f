package io.github.leaderelection.spi;

import java.util.Objects;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The state that a node must not forget. It is saved before any message relies on it.
 *
 * @param identity drawn at the first start, kept as long as the state
 * @param voter false while a node without saved state has not learned which terms are
 * spent
 * @param term the highest adopted term
 * @param vote the vote in that term, or null
 * @param voteFloor the node does not vote in this term or below
 * @param spanNanos the longest promise that the node may have given, in nanoseconds
 * @param drift the largest bound on clock drift for which it gave one, as a ratio
 * @param noPromiseOutstanding whether the node stopped without a promise that others rely
 * on
 */
public record Ballot(String identity, boolean voter, long term, @Nullable Vote vote, long voteFloor, long spanNanos,
		double drift, boolean noPromiseOutstanding) {

	/**
	 * The highest term and fencing token, which a structured field of HTTP can just
	 * carry.
	 */
	public static final long MAX_TERM = 999_999_999_999_999L;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a number is negative, or the drift is 1 or more
	 */
	public Ballot {
		Objects.requireNonNull(identity, "identity");
		if (term < 0 || voteFloor < 0 || spanNanos < 0 || !(drift >= 0 && drift < 1)) {
			throw new IllegalArgumentException("Invalid ballot: term " + term + ", vote floor " + voteFloor + ", span "
					+ spanNanos + " ns, drift " + drift);
		}
	}

	/**
	 * A vote.
	 *
	 * @param candidate the candidate
	 * @param incarnation the candidate's incarnation, which differs at each start
	 */
	public record Vote(NodeId candidate, long incarnation) {

		/**
		 * Checks that a candidate is named.
		 */
		public Vote {
			Objects.requireNonNull(candidate, "candidate");
		}

	}

	/**
	 * Adopts a term without a vote.
	 * @param newTerm the term
	 * @return the ballot with it
	 */
	public Ballot withTerm(long newTerm) {
		return new Ballot(this.identity, this.voter, newTerm, null, this.voteFloor, this.spanNanos, this.drift,
				this.noPromiseOutstanding);
	}

	/**
	 * Records a vote.
	 * @param inTerm the term
	 * @param newVote the vote
	 * @return the ballot with both
	 */
	public Ballot withVote(long inTerm, Vote newVote) {
		return new Ballot(this.identity, this.voter, inTerm, newVote, this.voteFloor, this.spanNanos, this.drift,
				this.noPromiseOutstanding);
	}

	/**
	 * Records the longest promises.
	 * @param newSpanNanos the span in nanoseconds
	 * @param newDrift the bound on clock drift
	 * @return the ballot with both
	 */
	public Ballot withSpan(long newSpanNanos, double newDrift) {
		return new Ballot(this.identity, this.voter, this.term, this.vote, this.voteFloor, newSpanNanos, newDrift,
				this.noPromiseOutstanding);
	}

	/**
	 * Records that the node may vote above a floor.
	 * @param newTerm the term to adopt
	 * @param newVoteFloor the floor
	 * @return the ballot of a voter
	 */
	public Ballot asVoter(long newTerm, long newVoteFloor) {
		Vote kept = (newTerm == this.term) ? this.vote : null;
		return new Ballot(this.identity, true, newTerm, kept, newVoteFloor, this.spanNanos, this.drift,
				this.noPromiseOutstanding);
	}

	/**
	 * Records whether a promise is outstanding.
	 * @param mark true after a clean stop
	 * @return the ballot with that mark
	 */
	public Ballot withNoPromiseOutstanding(boolean mark) {
		return new Ballot(this.identity, this.voter, this.term, this.vote, this.voteFloor, this.spanNanos, this.drift,
				mark);
	}

}
