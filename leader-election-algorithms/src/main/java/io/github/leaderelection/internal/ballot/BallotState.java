package io.github.leaderelection.internal.ballot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the ballot election on one node: that of its elector and that of its
 * candidate. Immutable.
 *
 * @param election the state of the election below
 * @param voting whether the elector is in an election; else it watches the leader
 * @param untilNanos when that ends, by the monotonic clock: a voting elector votes, a
 * watching one begins to
 * @param seen the last message of a leader
 * @param slate the claims recorded in this election
 * @param tally the latest vote of each member for this node
 * @param attempt how far this node has come with an election of itself
 * @param failed whether such an attempt failed since this node last knew of a leader
 * @param rounds how many elections there were since then
 * @param heardEnough whether more than half of the members were heard of late when the
 * last election ended, or nothing is known of that
 * @param hearings when claims of others came last
 */
public record BallotState(QuorumState election, boolean voting, long untilNanos, Seen seen, List<Entry> slate,
		List<Slip> tally, Attempt attempt, boolean failed, int rounds, boolean heardEnough,
		List<Hearing> hearings) implements Nominating<BallotState> {

	/**
	 * Copies the lists.
	 */
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

	/** A watching elector's slate is empty, as the source has it. */
	BallotState watchingUntil(long until) {
		return new BallotState(this.election, false, until, this.seen, List.of(), this.tally, this.attempt, this.failed,
				this.rounds, this.heardEnough, this.hearings);
	}

	/** A leader is known: what the candidate counted, and what it failed in, is over. */
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
	 * Whether claims of more than half of the members, with this one, came within a
	 * lease: a single election may not reach all that others reach.
	 */
	boolean hearsEnough(long nanos) {
		long lease = this.election.settings().leaseNanos();
		long heard = this.hearings.stream().filter((hearing) -> nanos - hearing.nanos() < lease).count();
		return heard + 1 >= this.election.settings().quorum();
	}

	/**
	 * The owner of the best claim on the slate.
	 * @return null if nobody would stand
	 */
	@Nullable Entry best() {
		return this.slate.stream()
			.filter((entry) -> entry.claim().standing() != Claim.Standing.UNABLE)
			.max(Comparator.comparing(Entry::claim, Claim.ORDER)
				.thenComparing(Entry::member, Comparator.reverseOrder()))
			.orElse(null);
	}

	/**
	 * How many of the latest votes are the same as one.
	 */
	long votesLike(Slip slip) {
		return this.tally.stream().filter((other) -> other.isLike(slip)).count();
	}

	/**
	 * How far a node has come with an election of itself.
	 */
	public enum Attempt {

		/** Another is the better, or there is none. */
		NONE,

		/** It votes for itself and waits for the votes of others. */
		VOTED,

		/** It has the votes, and stands in the election below. */
		ELECTED

	}

	/**
	 * A claim on the slate.
	 *
	 * @param member its owner
	 * @param claim the claim
	 */
	record Entry(NodeId member, Claim claim) {
	}

	/**
	 * When a claim came last.
	 *
	 * @param member whose
	 * @param nanos when, by the monotonic clock
	 */
	record Hearing(NodeId member, long nanos) {
	}

	/**
	 * A vote on the tally.
	 *
	 * @param voter who gave it
	 * @param term the term of the claim it is for
	 * @param number the number in that claim
	 */
	record Slip(NodeId voter, long term, long number) {

		boolean isLike(Slip other) {
			return this.term == other.term && this.number == other.number;
		}

	}

}
