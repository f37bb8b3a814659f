package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The ballots of one group: what is saved never goes back, and nothing is said before
 * what it rests on is saved.
 */
final class BallotWatch {

	private final Findings findings;

	private final @Nullable Ballot[] ballots;

	private final long[] terms;

	private final boolean[] unusable;

	private final boolean[] mayLearn;

	private final long[] won;

	private final double[] drifts;

	BallotWatch(Findings findings, int size) {
		this.findings = findings;
		this.ballots = new Ballot[size];
		this.terms = new long[size];
		this.unusable = new boolean[size];
		this.mayLearn = new boolean[size];
		this.won = new long[size];
		this.drifts = new double[size];
	}

	@Nullable Ballot ballot(int machine) {
		return this.ballots[machine];
	}

	void forget(int machine) {
		this.ballots[machine] = null;
		this.terms[machine] = 0;
	}

	void started(int machine, boolean durable, double drift) {
		this.drifts[machine] = drift;
		this.terms[machine] = 0;
		this.mayLearn[machine] = !durable;
		this.unusable[machine] = false;
		this.won[machine] = 0;
	}

	/**
	 * The protocol says that it can, or cannot, save.
	 */
	void usable(int machine, boolean usable) {
		this.unusable[machine] = !usable;
	}

	boolean isUsable(int machine) {
		return !this.unusable[machine];
	}

	/**
	 * What could not be saved is forgotten again, for nobody was told.
	 */
	void stepped(int machine, long term, boolean saveFailed) {
		Ballot safe = this.ballots[machine];
		long least = saveFailed ? ((safe != null) ? safe.term() : 0) : this.terms[machine];
		if (term < least) {
			this.findings.report("terms never fall", "n" + machine + " went from term " + least + " to " + term);
		}
		this.terms[machine] = term;
	}

	void saved(int machine, Ballot ballot) {
		Ballot before = this.ballots[machine];
		this.ballots[machine] = ballot;
		if (before == null) {
			return;
		}
		boolean votes = ballot.vote() != null && (before.term() != ballot.term() || before.vote() == null);
		if (votes && ballot.term() <= ballot.voteFloor()) {
			this.findings.report("no vote up to the floor", "n" + machine + " saved " + ballot + " over " + before);
		}
		boolean sameVote = before.term() != ballot.term() || before.vote() == null
				|| before.vote().equals(ballot.vote());
		boolean kept = before.identity().equals(ballot.identity()) && ballot.term() >= before.term() && sameVote
				&& floorKept(machine, before, ballot) && (ballot.voter() || !before.voter());
		if (!kept) {
			this.findings.report("ballots are kept", "n" + machine + " saved " + ballot + " over " + before);
		}
	}

	/**
	 * A floor that stems from a wall clock falls once, when others have said which terms
	 * are spent, and not after a vote above it.
	 */
	private boolean floorKept(int machine, Ballot before, Ballot ballot) {
		if (ballot.voteFloor() >= before.voteFloor()) {
			return true;
		}
		boolean kept = this.mayLearn[machine] && ballot.vote() == null;
		this.mayLearn[machine] = false;
		return kept;
	}

	/**
	 * A machine proposes: its own vote is saved, or a candidate that leads nothing asks
	 * in this very step to save it.
	 * @param asked the ballot that the step asks to save, or null
	 */
	void proposes(int machine, ElectionProposal proposal, QuorumState state, boolean leads, @Nullable Ballot asked) {
		boolean kept = holdsOwnVote(this.ballots[machine], proposal.term(), state)
				|| (!leads && holdsOwnVote(asked, proposal.term(), state));
		require(kept, machine, proposal);
	}

	/**
	 * A machine has won a term: with its own vote, which is saved.
	 */
	void wins(int machine, long term, QuorumState state) {
		if (this.won[machine] != term) {
			this.won[machine] = term;
			if (!holdsOwnVote(this.ballots[machine], term, state)) {
				this.findings.report("the win waits for the own vote",
						"n" + machine + " wins term " + term + " but has saved " + this.ballots[machine]);
			}
		}
	}

	private static boolean holdsOwnVote(@Nullable Ballot ballot, long term, QuorumState state) {
		return ballot != null && ballot.term() == term
				&& new Ballot.Vote(state.self(), state.incarnation()).equals(ballot.vote());
	}

	void leaving(Transit transit, Envelope<?> envelope, QuorumMessage body) {
		int from = transit.from();
		if (body instanceof HeartbeatResponse || body instanceof LeaderHeartbeat) {
			require(saved(from, envelope, body.term()), from, body);
			if (body instanceof HeartbeatResponse response && response.promised()) {
				require(remembersDrift(from), from, body);
			}
		}
		else if (body instanceof ElectionResponse response && response.granted()) {
			require(votedFor(from, envelope, response.proposedTerm(),
					new Ballot.Vote(Machines.id(transit.to()), envelope.answers())), from, body);
			require(remembersDrift(from), from, body);
		}
	}

	private boolean saved(int machine, Envelope<?> envelope, long term) {
		Ballot ballot = this.ballots[machine];
		return ballot != null && ballot.identity().equals(envelope.identity()) && ballot.term() >= term;
	}

	/** A promise is remembered with the drift bound that it was given under. */
	private boolean remembersDrift(int machine) {
		Ballot ballot = this.ballots[machine];
		return ballot != null && ballot.drift() >= this.drifts[machine];
	}

	private boolean votedFor(int machine, Envelope<?> envelope, long term, Ballot.Vote vote) {
		Ballot ballot = this.ballots[machine];
		return ballot != null && saved(machine, envelope, term) && (ballot.term() > term || vote.equals(ballot.vote()));
	}

	private void require(boolean kept, int machine, QuorumMessage body) {
		if (!kept) {
			this.findings.report("saved before it matters",
					"n" + machine + " says " + body + " but has saved " + this.ballots[machine]);
		}
	}

}
