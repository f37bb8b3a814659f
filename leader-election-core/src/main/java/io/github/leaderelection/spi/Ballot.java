package io.github.leaderelection.spi;

import java.util.Objects;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a node must not forget: saved before it matters.
 *
 * @param identity drawn at the first start, kept as long as the state is
 * @param voter false until a node that found no saved state has learned which terms are
 * spent
 * @param term the highest term adopted
 * @param vote the vote given in that term, or null
 * @param voteFloor no vote is given in this term or below
 * @param spanNanos the largest promise that may have been given
 * @param drift the largest clock drift bound in force when one was given, a ratio
 * @param noPromiseOutstanding whether the node stopped with no promise that others rely
 * on
 */
public record Ballot(String identity, boolean voter, long term, @Nullable Vote vote, long voteFloor, long spanNanos,
		double drift, boolean noPromiseOutstanding) {

	/**
	 * The highest term, and so the highest fencing token: what a structured field of HTTP
	 * can carry.
	 */
	public static final long MAX_TERM = 999_999_999_999_999L;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a number is negative or the drift not below 1
	 */
	public Ballot {
		Objects.requireNonNull(identity, "identity");
		if (term < 0 || voteFloor < 0 || spanNanos < 0 || !(drift >= 0 && drift < 1)) {
			throw new IllegalArgumentException("Not a ballot: term " + term + ", vote floor " + voteFloor + ", span "
					+ spanNanos + " ns, drift " + drift);
		}
	}

	/**
	 * A vote.
	 *
	 * @param candidate who got it
	 * @param incarnation the start of the candidate that got it
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
	 * Adopts a term: no vote is given in it yet.
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
	 * Records how large promises may be.
	 * @param newSpanNanos the span
	 * @param newDrift the drift bound
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
	 * Sets or erases the mark of a clean stop.
	 * @param mark the mark
	 * @return the ballot with it
	 */
	public Ballot withNoPromiseOutstanding(boolean mark) {
		return new Ballot(this.identity, this.voter, this.term, this.vote, this.voteFloor, this.spanNanos, this.drift,
				mark);
	}

}
