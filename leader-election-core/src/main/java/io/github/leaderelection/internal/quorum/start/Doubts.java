package io.github.leaderelection.internal.quorum.start;

import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.Plausibility;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.state.TermEvidence.Doubt;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What this node learns of the terms of others. It asks all members about a term that it
 * does not believe.
 */
public final class Doubts {

	private static final long HOUR_MILLIS = 3_600_000;

	private static final int SHOWN_LEASES = 2;

	private Doubts() {
	}

	/**
	 * Whether a message may have an effect, as far as its term goes.
	 */
	public static boolean admits(StepContext step, Envelope<QuorumMessage> envelope) {
		if (doubts(step, envelope, Plausibility.decisiveTerm(envelope.body()))) {
			refuse(step, envelope);
			return false;
		}
		return true;
	}

	/**
	 * A member answered with a term.
	 */
	static void named(StepContext step, Envelope<QuorumMessage> envelope, long term) {
		step.change(step.state().evidence().naming(step.sender(envelope), term));
		doubts(step, envelope, term);
	}

	private static boolean doubts(StepContext step, Envelope<QuorumMessage> envelope, long term) {
		boolean doubted = !Plausibility.isPlausible(step.state(), step.now(), term);
		if (doubted) {
			doubt(step, new Doubt(envelope.from(), term, false, step.nanos()));
		}
		return doubted;
	}

	/**
	 * A member did not believe the term that this node would propose.
	 */
	public static void notBelieved(StepContext step, Envelope<QuorumMessage> envelope, long term) {
		doubt(step, new Doubt(envelope.from(), term, true, step.nanos()));
	}

	private static void doubt(StepContext step, Doubt doubt) {
		long asked = step.state().evidence().askedNanos();
		boolean asks = asked == Timing.NONE || step.nanos() - asked >= step.timing().heartbeatNanos();
		step.change(step.state().evidence().doubting(doubt, asks ? step.nanos() : asked));
		if (asks) {
			step.report(Notice.TERM_DOUBTED, explain(doubt, step.state().heldTerm(), step.now()));
			Starting.askAll(step);
		}
	}

	/**
	 * Proposals go above a term that was named.
	 */
	public static void stayAbove(StepContext step, long term) {
		step.change(step.state().evidence().above(term));
	}

	/**
	 * Notes, at the end of a step, since when no leader is known.
	 */
	public static void review(StepContext step) {
		boolean led = step.state().leaderId() != null;
		if (led != (step.state().evidence().leaderlessSinceNanos() == Timing.NONE)) {
			step.change(step.state().evidence().leaderlessSince(led ? Timing.NONE : step.nanos()));
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
	 * What is shown of a recent doubt.
	 * @return the problem, or null
	 */
	public static @Nullable String problem(QuorumState state, Now now) {
		Doubt doubt = state.evidence().doubt();
		if (doubt == null || now.monotonicNanos() - doubt.nanos() >= SHOWN_LEASES * state.timing().leaseNanos()) {
			return null;
		}
		return explain(doubt, state.heldTerm(), now);
	}

	/**
	 * Refuses a question with a term that is not believed.
	 */
	public static void refuse(StepContext step, Envelope<QuorumMessage> envelope) {
		if (envelope.body() instanceof ScoutingRequest request) {
			step.reply(envelope, new ScoutingResponse(step.ballot().term(), request.round(), false,
					Refusal.IMPLAUSIBLE_TERM, null, 0, 0));
		}
		else if (envelope.body() instanceof ElectionProposal proposal) {
			step.reply(envelope, new ElectionResponse(step.ballot().term(), proposal.term(), false,
					Refusal.IMPLAUSIBLE_TERM, step.timing().leaseNanos()));
		}
	}

}
