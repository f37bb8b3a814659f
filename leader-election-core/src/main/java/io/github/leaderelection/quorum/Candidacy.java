package io.github.leaderelection.quorum;

import org.jspecify.annotations.Nullable;

/**
 * A proposal of this node that is not decided: of a candidate, or of a leader that raises
 * its term in place.
 *
 * @param term the term proposed
 * @param ceded the cession it rests on, or null
 * @param sent whether the own vote is saved and the proposal sent
 * @param firstSentNanos when the proposal was first sent: votes count from then
 * @param firstSentWallMillis the wall clock at that moment
 * @param endNanos when no vote counts any more
 * @param answers per member what it answered
 */
record Candidacy(long term, QuorumMessage.@Nullable Ceded ceded, boolean sent, long firstSentNanos,
		long firstSentWallMillis, long endNanos, Vote[] answers) {

	/**
	 * What a member answered.
	 */
	enum Vote {

		OPEN, GRANTED, REFUSED

	}

	static Candidacy of(long term, QuorumMessage.@Nullable Ceded ceded, int others) {
		Vote[] answers = new Vote[others];
		java.util.Arrays.fill(answers, Vote.OPEN);
		return new Candidacy(term, ceded, false, 0, 0, 0, answers);
	}

	Candidacy sentAt(long nanos, long wallMillis, long end) {
		return new Candidacy(this.term, this.ceded, true, nanos, wallMillis, end, this.answers);
	}

	Candidacy endingAt(long nanos) {
		return new Candidacy(this.term, this.ceded, this.sent, this.firstSentNanos, this.firstSentWallMillis, nanos,
				this.answers);
	}

	Candidacy answered(int member, Vote vote) {
		Vote[] changed = this.answers.clone();
		changed[member] = vote;
		return new Candidacy(this.term, this.ceded, this.sent, this.firstSentNanos, this.firstSentWallMillis,
				this.endNanos, changed);
	}

	/**
	 * How many may still vote for this node, its own vote included.
	 */
	int votesPossible() {
		int count = 1;
		for (Vote vote : this.answers) {
			count += (vote != Vote.REFUSED) ? 1 : 0;
		}
		return count;
	}

	/**
	 * How many vote for this node, its own vote included.
	 */
	int votes() {
		int count = 1;
		for (Vote vote : this.answers) {
			count += (vote == Vote.GRANTED) ? 1 : 0;
		}
		return count;
	}

}
