package io.github.leaderelection.internal.raft;

import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationHeader;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Lets every member stand, but sends its position with every question. It drops questions
 * of members whose position is behind. So it only delays or loses messages of the
 * underlying election.
 */
public final class RaftNomination implements Nomination<RaftState, RaftMessage> {

	private static final NominationHeader<RaftState, RaftMessage> HEADER = new NominationHeader<>("raft",
			RaftMessage.class, RaftState.class, (message) -> new RaftMessage.Vote(message, null),
			Set.of(TimeoutOptions.LEAST, TimeoutOptions.MOST),
			Set.of(Trait.LAYERED, Trait.REFUSES_THOSE_BEHIND, Trait.SUSPECTS_EARLY));

	@Override
	public NominationHeader<RaftState, RaftMessage> header() {
		return HEADER;
	}

	@Override
	public boolean goesByPosition() {
		return true;
	}

	@Override
	public Set<Promise> promises(ElectionSettings settings) {
		// Fails for an invalid timeout.
		electionTimeout(settings);
		return Promise.ALL;
	}

	@Override
	public ElectionTimeout electionTimeout(ElectionSettings settings) {
		return TimeoutOptions.read(settings);
	}

	@Override
	public RaftState begin(QuorumState election) {
		return RaftState.over(election);
	}

	@Override
	public void stand(NominationTurn<RaftState, RaftMessage> turn) {
		turn.letStand();
	}

	@Override
	public void heard(NominationTurn<RaftState, RaftMessage> turn, Envelope<RaftMessage> envelope) {
		// All messages belong to the underlying election.
	}

	@Override
	public void fired(NominationTurn<RaftState, RaftMessage> turn, NominationTimer timer) {
		// There are no own timers.
	}

	@Override
	public @Nullable Effect<RaftMessage> depart(NominationTurn<RaftState, RaftMessage> turn,
			Effect.Send<QuorumMessage> send) {
		return isQuestion(send.body()) ? Questions.ask(turn, send)
				: new Effect.Send<>(send.to(), carry(send.body()), send.answers());
	}

	@Override
	public @Nullable QuorumMessage admit(NominationTurn<RaftState, RaftMessage> turn, Envelope<RaftMessage> envelope,
			QuorumMessage message) {
		if (message instanceof LeaderHeartbeat) {
			Claims.led(turn);
		}
		else if (message instanceof ScoutingResponse || message instanceof ElectionResponse) {
			Questions.answered(turn, envelope, message);
		}
		return (isQuestion(message) && !Claims.needNoPosition(turn, envelope, message))
				? Claims.claimed(turn, envelope, message) : message;
	}

	static boolean isQuestion(QuorumMessage message) {
		return message instanceof ScoutingRequest || message instanceof ElectionProposal;
	}

	@Override
	public boolean postpone(NominationTurn<RaftState, RaftMessage> turn, NominationTimer timer) {
		return timer == NominationTimer.HELD && !turn.election().stopped()
				&& !turn.election().proposalsDue(turn.nanos()).isEmpty() && Claims.recheck(turn);
	}

	@Override
	public void leaderChanged(NominationTurn<RaftState, RaftMessage> turn, @Nullable NodeId leader) {
		if (turn.self().equals(leader)) {
			Claims.led(turn);
		}
	}

	@Override
	public void positionRead(NominationTurn<RaftState, RaftMessage> turn, Event.PositionRead<RaftMessage> read) {
		RaftState state = turn.state();
		Question question = state.question();
		if (question != null && question.request() == read.request()) {
			Questions.send(turn, question, read.position());
		}
		else if (state.due() != null && state.due().request() == read.request()) {
			Claims.judgeHeld(turn, state.due(), read.position());
		}
		else {
			Claims.judge(turn, read.request(), read.position());
		}
	}

}
