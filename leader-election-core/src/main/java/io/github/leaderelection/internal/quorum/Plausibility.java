package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.TermEvidence.Doubt;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Which terms a node believes. An election raises a term by one, so a term far above all
 * that is known comes from a wrong clock or from nobody, and to adopt it could end
 * leadership for ever. To refuse a true one for ever would end it too: so all members are
 * asked, and what is refused grows less while there is no leader.
 */
final class Plausibility {

	private static final long HOUR_MILLIS = 3_600_000;

	private static final long DAY_MILLIS = 24 * HOUR_MILLIS;

	private static final long STRIDE = 1L << 20;

	private static final int MAX_DOUBLINGS = 30;

	private static final int SHOWN_LEASES = 2;

	private Plausibility() {
	}

	/**
	 * Whether a message may have an effect, as far as its term goes.
	 */
	static boolean admits(Turn turn, Envelope<QuorumMessage> envelope) {
		long term = decisiveTerm(envelope.body());
		if (isPlausible(turn, term)) {
			return true;
		}
		doubt(turn, new Doubt(envelope.from(), term, false, turn.nanos()));
		refuse(turn, envelope);
		return false;
	}

	/**
	 * The term in a message that its receiver may go by. Of a question and its answer
	 * none is adopted unseen.
	 */
	private static long decisiveTerm(QuorumMessage message) {
		if (message instanceof QuorumMessage.Introduction || message instanceof QuorumMessage.StateQuestion
				|| message instanceof QuorumMessage.StateAnswer) {
			return 0;
		}
		if (message instanceof ScoutingRequest request) {
			return Math.max(request.term(), request.proposedTerm());
		}
		if (message instanceof ScoutingResponse response) {
			return Math.max(response.term(), response.leaderTerm());
		}
		if (message instanceof ElectionProposal proposal && proposal.ceded() != null) {
			return Math.max(proposal.term(), proposal.ceded().term());
		}
		if (message instanceof LeaderHeartbeat heartbeat) {
			return Math.max(heartbeat.term(), heartbeat.token());
		}
		return message.term();
	}

	static boolean isPlausible(Turn turn, QuorumMessage message) {
		return isPlausible(turn, decisiveTerm(message));
	}

	private static boolean isPlausible(Turn turn, long term) {
		return term <= turn.heldTerm() || term <= highest(turn);
	}

	/**
	 * The highest term that this node believes: by what it holds, by its wall clock, or
	 * by what a quorum names.
	 */
	static long highest(Turn turn) {
		long stride = STRIDE << doublings(turn);
		long held = turn.heldTerm();
		long named = turn.evidence.reachedBy(held, turn.config.quorum());
		long byTerms = Math.min(Math.max(held, named), Ballot.MAX_TERM) + stride;
		return Math.min(Math.max(byTerms, turn.now.wallMillis() + DAY_MILLIS), Ballot.MAX_TERM);
	}

	private static int doublings(Turn turn) {
		long since = turn.evidence.leaderlessSinceNanos();
		if (since == Turn.NONE) {
			return 0;
		}
		return (int) Math.min(Math.max(0, turn.nanos() - since) / turn.timing().leaseNanos(), MAX_DOUBLINGS);
	}

	/**
	 * The end of a step: for how long no leader is known is reckoned from here.
	 */
	static void review(Turn turn) {
		boolean led = turn.reign != null || turn.leader != null;
		if (led != (turn.evidence.leaderlessSinceNanos() == Turn.NONE)) {
			turn.evidence = turn.evidence.leaderlessSince(led ? Turn.NONE : turn.nanos());
		}
	}

	/**
	 * A member did not believe the term that this node would propose.
	 */
	static void notBelieved(Turn turn, Envelope<QuorumMessage> envelope, long term) {
		doubt(turn, new Doubt(envelope.from(), term, true, turn.nanos()));
	}

	/**
	 * A member answered with a term that this node does not believe yet.
	 */
	static void answered(Turn turn, Envelope<QuorumMessage> envelope, long term) {
		if (!isPlausible(turn, term)) {
			doubt(turn, new Doubt(envelope.from(), term, false, turn.nanos()));
		}
	}

	private static void doubt(Turn turn, Doubt doubt) {
		long asked = turn.evidence.askedNanos();
		turn.evidence = turn.evidence.doubting(doubt);
		if (asked == Turn.NONE || turn.nanos() - asked >= turn.timing().heartbeatNanos()) {
			turn.evidence = turn.evidence.askedAt(turn.nanos());
			turn.report(Notice.TERM_DOUBTED, explain(doubt, turn.heldTerm(), turn.now));
			Starting.askAll(turn);
		}
	}

	private static String explain(Doubt doubt, long held, Now now) {
		String who = doubt.own()
				? "'" + doubt.member() + "' does not believe term " + doubt.term() + ", which this node would propose"
				: "'" + doubt.member() + "' names term " + doubt.term() + ", which this node does not believe";
		return who + ". This node knows of term " + held + ", and its clock shows " + now.wallMillis()
				+ ". Terms begin at the wall clock, in milliseconds since 1970, and rise by one an election: that term is "
				+ (doubt.term() - now.wallMillis()) / HOUR_MILLIS
				+ " hours away from the clock of this node. Set the clock that is wrong";
	}

	/**
	 * What is told of a doubt that is new enough.
	 * @return the problem, or null
	 */
	static @Nullable String problem(Turn turn) {
		Doubt doubt = turn.evidence.doubt();
		if (doubt == null || turn.nanos() - doubt.nanos() >= SHOWN_LEASES * turn.timing().leaseNanos()) {
			return null;
		}
		return explain(doubt, turn.heldTerm(), turn.now);
	}

	/**
	 * Says no to who asks with a term that is not believed.
	 */
	static void refuse(Turn turn, Envelope<QuorumMessage> envelope) {
		if (envelope.body() instanceof ScoutingRequest request) {
			turn.reply(envelope, new ScoutingResponse(turn.ballot.term(), request.round(), false,
					Refusal.IMPLAUSIBLE_TERM, null, 0, 0));
		}
		else if (envelope.body() instanceof ElectionProposal proposal) {
			turn.reply(envelope, new ElectionResponse(turn.ballot.term(), proposal.term(), false,
					Refusal.IMPLAUSIBLE_TERM, turn.timing().leaseNanos()));
		}
	}

}
