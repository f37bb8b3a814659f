package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.Position;
import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.network.Machines;
import org.jspecify.annotations.Nullable;

/**
 * No member votes for one that is behind it at that moment: watched where the vote is
 * decided, against what the two applications hold then, whatever was read and sent
 * before.
 */
final class PositionWatch {

	private final Findings findings;

	private final SimulatedCluster cluster;

	private final int group;

	private final Given[] given;

	private final long[] ended;

	private int votes;

	PositionWatch(Findings findings, SimulatedCluster cluster, int group, int size) {
		this.findings = findings;
		this.cluster = cluster;
		this.group = group;
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
	void stepped(int machine, QuorumState state, boolean first, long[] incarnations) {
		Given now = new Given(state.ballot().term(), state.ballot().vote());
		Given before = this.given[machine];
		this.given[machine] = now;
		Ballot.Vote vote = now.vote;
		if (first || vote == null || now.equals(before)) {
			return;
		}
		int candidate = Machines.index(vote.candidate());
		if (candidate == machine || !isLive(candidate, vote, incarnations)) {
			return;
		}
		this.votes++;
		Position own = this.cluster.positions().of(this.group, machine);
		Position theirs = this.cluster.positions().of(this.group, candidate);
		if (theirs.compareTo(own) < 0) {
			this.findings.report("no vote for one that is behind", "n" + machine + " at " + own + " votes in term "
					+ now.term + " for n" + candidate + " at " + theirs);
		}
	}

	/**
	 * One that has ended since may have lost what it held; a vote for it counts no more.
	 */
	private boolean isLive(int candidate, Ballot.Vote vote, long[] incarnations) {
		return this.cluster.node(candidate).isRunning() && incarnations[candidate] == vote.incarnation()
				&& this.ended[candidate] != vote.incarnation();
	}

	/**
	 * A vote.
	 *
	 * @param term the term
	 * @param vote the vote, null for none
	 */
	private record Given(long term, Ballot.@Nullable Vote vote) {
	}

}
