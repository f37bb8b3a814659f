package io.github.leaderelection.internal.ballot;

import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.ballot.BallotState.Attempt;
import io.github.leaderelection.internal.ballot.BallotState.Entry;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Nominates the old leader if it is alive. Otherwise it nominates the member that saw the
 * latest message of a leader, and otherwise the first in the member list.
 *
 * <p>
 * The list has the order of ids. The order of configuration files may differ between
 * nodes, so members could break a tie differently.
 */
public final class BallotNomination implements Nomination<BallotState, BallotMessage> {

	/** The option for the longest round trip. */
	public static final String ROUND_TRIP = "round-trip";

	/**
	 * All promises, which the underlying election keeps.
	 * @throws IllegalArgumentException if the round trip is longer than the heartbeat
	 * interval
	 */
	private static final NominationHeader<BallotState, BallotMessage> HEADER = new NominationHeader<>("ballot",
			BallotMessage.class, BallotState.class, BallotMessage.Binding::new, Set.of(ROUND_TRIP),
			Set.of(Trait.LAYERED));

	@Override
	public NominationHeader<BallotState, BallotMessage> header() {
		return HEADER;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		Bound.configured(settings);
		return Promise.ALL;
	}

	@Override
	public BallotState begin(QuorumState election) {
		return BallotState.begin(election);
	}

	@Override
	public void started(NominationTurn<BallotState, BallotMessage> turn) {
		Elector.begin(turn);
	}

	@Override
	public void stand(NominationTurn<BallotState, BallotMessage> turn) {
		boolean failed = turn.state().attempt() == Attempt.ELECTED && Candidate.failed(turn);
		Elector.missed(turn, failed);
	}

	@Override
	public void heard(NominationTurn<BallotState, BallotMessage> turn, Envelope<BallotMessage> envelope) {
		if (envelope.body() instanceof BallotMessage.Elect elect) {
			Elector.heard(turn, envelope.from(), elect);
		}
		else if (envelope.body() instanceof BallotMessage.Vote vote) {
			Candidate.voted(turn, envelope.from(), vote.term(), vote.number());
		}
	}

	@Override
	public void fired(NominationTurn<BallotState, BallotMessage> turn, NominationTimer timer) {
		if (timer == NominationTimer.SEARCH) {
			Elector.watchEnds(turn);
			return;
		}
		Entry best = (timer == NominationTimer.ANSWERS) ? Elector.votingEnds(turn) : null;
		if (best == null) {
			return;
		}
		if (best.member().equals(turn.self())) {
			boolean waits = Candidate.votedForSelf(turn, best.claim());
			if (waits && turn.state().heardEnough()) {
				Elector.awaitVotes(turn);
			}
		}
		else {
			turn.state(turn.state().attempting(Attempt.NONE));
			turn.send(best.member(), new BallotMessage.Vote(best.claim().term(), best.claim().number()));
		}
	}

	/**
	 * Observes heartbeats, the source's LEAD. The underlying election would let the first
	 * successor of a resigned leader stand at once. Here it must be elected, unless it
	 * was chosen explicitly.
	 */
	@Override
	public @Nullable QuorumMessage admit(NominationTurn<BallotState, BallotMessage> turn,
			Envelope<BallotMessage> envelope, QuorumMessage message) {
		QuorumState election = turn.election();
		Seen seen = turn.state().seen();
		if (election.wonTerm() > seen.term()) {
			turn.state(turn.state().led(new Seen(election.wonTerm(), 0, turn.self())));
		}
		if (message instanceof LeaderHeartbeat lead) {
			boolean obsolete = seen.isNewerThan(lead.term(), lead.sequence()) || lead.term() < election.ballot().term();
			if (!obsolete && lead.backed() && election.accepts(envelope) && turn.isPlausible(lead)) {
				Elector.led(turn, new Seen(lead.term(), lead.sequence(), envelope.from()));
			}
		}
		else if (message instanceof LeadershipCession cession && !cession.chosen()) {
			if (!cession.successors().isEmpty() && envelope.from().equals(election.leaderId())) {
				Elector.leaderCeded(turn);
			}
			return cession.withoutSuccessors();
		}
		return message;
	}

	@Override
	public void linkChanged(NominationTurn<BallotState, BallotMessage> turn, NodeId peer) {
		if (turn.election().connected(peer)) {
			Elector.linkOpened(turn);
		}
	}

	@Override
	public void leaderChanged(NominationTurn<BallotState, BallotMessage> turn, @Nullable NodeId leader) {
		if (turn.self().equals(leader)) {
			turn.state(turn.state().led(new Seen(turn.election().wonTerm(), 0, leader)));
		}
	}

}
