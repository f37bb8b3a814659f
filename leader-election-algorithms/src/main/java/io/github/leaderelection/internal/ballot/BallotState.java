package io.github.leaderelection.internal.ballot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the ballot election on one node: that of its elector and that of its
 * candidate. Immutable.
 *
 * @param voting whether the elector is in an election; otherwise it watches the leader
 * @param untilNanos the end of that, by the monotonic clock: then a voting elector votes,
 * and a watching one starts an election
 * @param tally the latest vote of each member for this node
 * @param attempt the progress of this node's own attempt to lead
 * @param failed whether such an attempt failed since this node last knew a leader
 * @param heardEnough whether a majority was heard recently at the end of the last
 * election; true if unknown
 * @param hearings the times of the last claims of other members
 */
public record BallotState(QuorumState election, boolean voting, long untilNanos, Seen seen, List<Entry> slate,
		List<Slip> tally, Attempt attempt, boolean failed, int rounds, boolean heardEnough,
		List<Hearing> hearings) implements LayeredState<BallotState> {

	public BallotState {
		slate = List.copyOf(slate);
		tally = List.copyOf(tally);
		hearings = List.copyOf(hearings);
	}

	static BallotState begin(QuorumState election) {
		return new BallotState(election, false, 0, Seen.NOTHING, List.of(), List.of(), Attempt.NONE, false, 0, true,
				List.of());
	}

	@Override
	public BallotState withElection(QuorumState next) {
		return new BallotState(next, this.voting, this.untilNanos, this.seen, this.slate, this.tally, this.attempt,
				this.failed, this.rounds, this.heardEnough, this.hearings);
	}

	BallotState votingUntil(long until, Claim own) {
		return new BallotState(this.election, true, until, this.seen, this.slate, this.tally, this.attempt, this.failed,
				this.rounds + 1, this.heardEnough, this.hearings)
			.recording(this.election.self(), own);
	}

	/** As in the source, the slate of a watching elector is empty. */
	BallotState watchingUntil(long until) {
		return new BallotState(this.election, false, until, this.seen, List.of(), this.tally, this.attempt, this.failed,
				this.rounds, this.heardEnough, this.hearings);
	}

	/** A leader is known, so the candidate's votes and failures are obsolete. */
	BallotState led(Seen message) {
		return new BallotState(this.election, this.voting, this.untilNanos, message, this.slate, List.of(),
				Attempt.NONE, false, 0, true, this.hearings);
	}

	BallotState recording(NodeId member, Claim claim) {
		List<Entry> entries = new ArrayList<>(this.slate);
		entries.removeIf((entry) -> entry.member().equals(member));
		entries.add(new Entry(member, claim));
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, entries, this.tally,
				this.attempt, this.failed, this.rounds, this.heardEnough, this.hearings);
	}

	BallotState counting(Slip slip) {
		List<Slip> slips = new ArrayList<>(this.tally);
		slips.removeIf((other) -> other.voter().equals(slip.voter()));
		slips.add(slip);
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, this.slate, slips, this.attempt,
				this.failed, this.rounds, this.heardEnough, this.hearings);
	}

	BallotState attempting(Attempt next) {
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, this.slate, this.tally, next,
				this.failed, this.rounds, this.heardEnough, this.hearings);
	}

	BallotState failing() {
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, this.slate, List.of(),
				Attempt.NONE, true, this.rounds, this.heardEnough, this.hearings);
	}

	BallotState hearing(boolean enough) {
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, this.slate, this.tally,
				this.attempt, this.failed, this.rounds, enough, this.hearings);
	}

	BallotState heardFrom(NodeId member, long nanos) {
		List<Hearing> others = new ArrayList<>(this.hearings);
		others.removeIf((hearing) -> hearing.member().equals(member));
		others.add(new Hearing(member, nanos));
		return new BallotState(this.election, this.voting, this.untilNanos, this.seen, this.slate, this.tally,
				this.attempt, this.failed, this.rounds, this.heardEnough, others);
	}

	/**
	 * Whether claims of a majority, this node included, arrived within a lease. A single
	 * election may not reach all members.
	 */
	boolean hearsEnough(long nanos) {
		long lease = this.election.settings().leaseNanos();
		long heard = this.hearings.stream().filter((hearing) -> nanos - hearing.nanos() < lease).count();
		return heard + 1 >= this.election.settings().quorum();
	}

	/**
	 * The best claim on the slate with its owner, or null if no member would stand.
	 */
	@Nullable Entry best() {
		return this.slate.stream()
			.filter((entry) -> entry.claim().standing() != Claim.Standing.UNABLE)
			.max(Comparator.comparing(Entry::claim, Claim.ORDER)
				.thenComparing(Entry::member, Comparator.reverseOrder()))
			.orElse(null);
	}

	/**
	 * The number of latest votes equal to the given one.
	 */
	long votesLike(Slip slip) {
		return this.tally.stream().filter((other) -> other.isLike(slip)).count();
	}

	/**
	 * The progress of a node's attempt to lead.
	 */
	public enum Attempt {

		/** Another member has the better claim, or there is no election. */
		NONE,

		/** The node voted for itself and waits for the votes of others. */
		VOTED,

		/** The node has enough votes and stands in the underlying election. */
		ELECTED

	}

	/**
	 * A claim on the slate.
	 */
	record Entry(NodeId member, Claim claim) {
	}

	/**
	 * When a member's claim arrived last.
	 */
	record Hearing(NodeId member, long nanos) {
	}

	/**
	 * A vote on the tally.
	 */
	record Slip(NodeId voter, long term, long number) {

		boolean isLike(Slip other) {
			return this.term == other.term && this.number == other.number;
		}

	}

}
