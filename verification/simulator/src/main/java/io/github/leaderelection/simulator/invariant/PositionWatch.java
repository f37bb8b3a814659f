package io.github.leaderelection.simulator.invariant;

import java.util.function.IntFunction;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.zab.Vote;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * No member votes for one that is behind it at that moment: watched where the vote is
 * decided, against what the two applications hold then, whatever was read and sent
 * before.
 */
final class PositionWatch {

	private final Findings findings;

	private final IntFunction<@Nullable Position> positions;

	private final Given[] given;

	private final long[] ended;

	private int votes;

	/**
	 * Begins to watch a group.
	 * @param positions what the application on a machine holds, null where none runs
	 */
	PositionWatch(Findings findings, int size, IntFunction<@Nullable Position> positions) {
		this.findings = findings;
		this.positions = positions;
		this.given = new Given[size];
		this.ended = new long[size];
	}

	/** How many votes for others were watched. */
	int votes() {
		return this.votes;
	}

	/** A process began: what an earlier one held may be lost. */
	void started(int machine, long[] incarnations) {
		this.ended[machine] = incarnations[machine];
	}

	/**
	 * A machine made a step.
	 * @param first whether it is the first of a process, whose vote is an old one
	 * @param incarnations the start of each machine that was heard last
	 */
	void stepped(int machine, Ballot ballot, boolean first, long[] incarnations) {
		Given now = new Given(ballot.term(), ballot.vote());
		Given before = this.given[machine];
		if (first) {
			this.given[machine] = now;
		}
		Ballot.Vote vote = now.vote;
		if (first || vote == null || !now.isNewAfter(before)) {
			return;
		}
		this.given[machine] = now;
		int candidate = Machines.index(vote.candidate());
		Position own = this.positions.apply(machine);
		Position theirs = this.positions.apply(candidate);
		if (candidate == machine || own == null || theirs == null || !isLive(candidate, vote, incarnations)) {
			return;
		}
		this.votes++;
		if (theirs.compareTo(own) < 0) {
			this.findings.report("no vote for one that is behind", "n" + machine + " at " + own + " votes in term "
					+ now.term + " for n" + candidate + " at " + theirs);
		}
	}

	/**
	 * One that has ended since may have lost what it held; a vote for it counts no more.
	 */
	private boolean isLive(int candidate, Ballot.Vote vote, long[] incarnations) {
		return incarnations[candidate] == vote.incarnation() && this.ended[candidate] != vote.incarnation();
	}

	/**
	 * A vote.
	 *
	 * @param vote the vote, null for none
	 */
	private record Given(long term, Ballot.@Nullable Vote vote) {

		/** A ballot that could not be saved falls back to an older one. */
		boolean isNewAfter(@Nullable Given other) {
			return other == null || this.term > other.term || (this.term == other.term && !this.equals(other));
		}

	}

}
