package io.github.leaderelection.internal.raft;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Handles the questions of this node. They carry a position that was read after the
 * underlying election sent them. The attempt counts from the sending, so a slow reading
 * only shortens it.
 */
final class Questions {

	private Questions() {
	}

	/**
	 * Keeps a message until the position is read. One reading serves all receivers of the
	 * same message. A newer question replaces an older one.
	 */
	static @Nullable Effect<RaftMessage> ask(NominationTurn<RaftState, RaftMessage> turn,
			Effect.Send<QuorumMessage> send) {
		Question open = turn.state().question();
		boolean waits = open != null && open.message().equals(send.body())
				&& turn.nanos() - open.sinceNanos() < turn.election().settings().leaseNanos();
		if (open != null && waits) {
			turn.state(turn.state().asking(open.alsoTo(send.to())));
			return null;
		}
		turn.state(turn.state().nextRequest());
		long request = turn.state().requests();
		turn.state(turn.state().asking(new Question(request, send.body(), List.of(send.to()), turn.nanos())));
		return new Effect.ReadPosition<>(request);
	}

	static void send(NominationTurn<RaftState, RaftMessage> turn, Question question, @Nullable Position position) {
		turn.state(turn.state().asking(null));
		if (position == null) {
			turn.effect(new Effect.Report<>(Notice.POSITION_UNKNOWN,
					"the application did not give its position, so this node cannot stand"));
			return;
		}
		if (!turn.election().stillAsks(question.message())) {
			// Other nodes may take as long, so the next round must last for both
			// readings.
			reckonWith(turn, 2 * (turn.nanos() - question.sinceNanos()));
			return;
		}
		turn.state(turn.state().hasAsked(question));
		for (NodeId member : question.to()) {
			turn.send(member, new RaftMessage.Vote(question.message(), position));
		}
	}

	/**
	 * Handles an answer. If it arrives after its round, the rounds are too short for the
	 * sender's application.
	 */
	static void answered(NominationTurn<RaftState, RaftMessage> turn, Envelope<RaftMessage> envelope,
			QuorumMessage answer) {
		Question asked = turn.state().asked();
		if (asked == null || envelope.answers() != turn.election().incarnation() || !isAnswer(answer, asked.message())
				|| turn.election().stillAsks(asked.message()) || turn.election().leaderId() != null) {
			return;
		}
		reckonWith(turn, turn.nanos() - asked.sinceNanos());
	}

	private static boolean isAnswer(QuorumMessage answer, QuorumMessage question) {
		if (answer instanceof ScoutingResponse response && question instanceof ScoutingRequest request) {
			return response.round() == request.round();
		}
		return answer instanceof ElectionResponse response && question instanceof ElectionProposal proposal
				&& response.proposedTerm() == proposal.term();
	}

	private static void reckonWith(NominationTurn<RaftState, RaftMessage> turn, long nanos) {
		turn.state(turn.state().withElection(turn.election().withAnswersTaking(nanos)));
	}

}
