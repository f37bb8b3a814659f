package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.state.Slots;
import io.github.leaderelection.internal.quorum.state.Timing;
import org.jspecify.annotations.Nullable;

/**
 * An undecided proposal of this node, as a candidate or as a leader that raises its term
 * in place.
 *
 * @param ceded the cession it rests on, or null
 * @param saved whether the own vote is saved: nothing is won before
 * @param firstSentNanos when the proposal was first sent: votes count from then
 * @param endNanos when it is over, for a vote it needs counts no more then
 * @param leaseNanos per member the lease that its vote named, this node's own before
 */
public record Proposal(long term, QuorumMessage.@Nullable Ceded ceded, boolean sent, boolean saved, long firstSentNanos,
		long firstSentWallMillis, long endNanos, Vote[] answers, long[] leaseNanos) {

	/**
	 * What a member answered.
	 */
	public enum Vote {

		OPEN, GRANTED, REFUSED

	}

	public static Proposal of(long term, QuorumMessage.@Nullable Ceded ceded, Config config) {
		int others = config.others().size();
		return new Proposal(term, ceded, false, false, 0, 0, 0, Slots.all(new Vote[others], Vote.OPEN),
				Slots.all(others, config.timing().leaseNanos()));
	}

	public Proposal sentAt(long nanos, long wallMillis, long end) {
		return new Proposal(this.term, this.ceded, true, this.saved, nanos, wallMillis, end, this.answers,
				this.leaseNanos);
	}

	public QuorumMessage.ElectionProposal message(Config config) {
		return new QuorumMessage.ElectionProposal(this.term, config.timing().leaseNanos(), this.ceded);
	}

	/**
	 * The own vote is saved: it counts.
	 */
	public Proposal withOwnVote() {
		return new Proposal(this.term, this.ceded, this.sent, true, this.firstSentNanos, this.firstSentWallMillis,
				this.endNanos, this.answers, this.leaseNanos);
	}

	/**
	 * Counts a vote. It expires after the longest candidacy of its voter's lease. Then a
	 * voter that lost its state may be promised to another.
	 * @return the same without the vote if it comes too late
	 */
	public Proposal granted(int member, long lease, long nanos) {
		long end = this.firstSentNanos + Timing.voteCounts(lease);
		return (end - nanos > 0) ? answered(member, Vote.GRANTED).naming(member, lease).endingBy(end) : this;
	}

	private Proposal naming(int member, long lease) {
		return new Proposal(this.term, this.ceded, this.sent, this.saved, this.firstSentNanos, this.firstSentWallMillis,
				this.endNanos, this.answers, Slots.with(this.leaseNanos, member, lease));
	}

	public Proposal endingBy(long nanos) {
		return (nanos - this.endNanos < 0) ? new Proposal(this.term, this.ceded, this.sent, this.saved,
				this.firstSentNanos, this.firstSentWallMillis, nanos, this.answers, this.leaseNanos) : this;
	}

	public Proposal answered(int member, Vote vote) {
		return new Proposal(this.term, this.ceded, this.sent, this.saved, this.firstSentNanos, this.firstSentWallMillis,
				this.endNanos, Slots.with(this.answers, member, vote), this.leaseNanos);
	}

	/**
	 * Whether this node has the votes it needs, its own among them.
	 */
	public boolean isWon(int quorum) {
		return this.saved && votes() >= quorum;
	}

	/**
	 * How many may still vote for this node, its own vote included.
	 */
	public int votesPossible() {
		int count = 1;
		for (Vote vote : this.answers) {
			count += (vote != Vote.REFUSED) ? 1 : 0;
		}
		return count;
	}

	/**
	 * For how long the votes count as promises: as long as the shortest of them.
	 */
	public long counted(Config config) {
		long counted = config.timing().leaseNanos();
		for (int i = 0; i < this.answers.length; i++) {
			if (this.answers[i] == Vote.GRANTED) {
				counted = Math.min(counted, config.counted(this.leaseNanos[i]));
			}
		}
		return counted;
	}

	private int votes() {
		int count = 1;
		for (Vote vote : this.answers) {
			count += (vote == Vote.GRANTED) ? 1 : 0;
		}
		return count;
	}

}
