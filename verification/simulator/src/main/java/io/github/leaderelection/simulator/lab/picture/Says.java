package io.github.leaderelection.simulator.lab.picture;

import java.util.Locale;

import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.Missed;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * What kinds of messages there are in a picture, and each in a few words.
 */
enum Says {

	/** Scouting and its answers. */
	SCOUT,

	/** Proposals and votes. */
	PROPOSE,

	/** Heartbeats and their answers. */
	BEAT,

	/** All others. */
	OTHER;

	private static final double SECOND = 1e9;

	private static final long WORTH_TELLING = 1_000_000;

	static Says of(ElectionMessage body) {
		if (body instanceof ScoutingRequest || body instanceof ScoutingResponse) {
			return SCOUT;
		}
		if (body instanceof ElectionProposal || body instanceof ElectionResponse) {
			return PROPOSE;
		}
		return isBeat(body) ? BEAT : OTHER;
	}

	private static boolean isBeat(ElectionMessage body) {
		return body instanceof LeaderHeartbeat || body instanceof HeartbeatResponse || body instanceof SuspicionReport
				|| body instanceof HealthVerdict;
	}

	/**
	 * A message in a few words.
	 */
	static String words(ElectionMessage body, Terms terms) {
		if (body instanceof ScoutingRequest request) {
			return "scout for term " + terms.shown(request.proposedTerm());
		}
		if (body instanceof ScoutingResponse response) {
			return response.granted() ? "yes" + inTime(response.promiseRemainingNanos())
					: "no, " + reason(response.reason());
		}
		if (body instanceof ElectionProposal proposal) {
			return "propose term " + terms.shown(proposal.term());
		}
		if (body instanceof ElectionResponse response) {
			return response.granted() ? "vote" : "no, " + reason(response.reason());
		}
		if (body instanceof LeaderHeartbeat heartbeat) {
			return "heartbeat" + (heartbeat.backed() ? "" : ", not backed");
		}
		if (body instanceof HeartbeatResponse) {
			return "answer";
		}
		if (body instanceof StaleHeartbeat stale) {
			return "stale: term " + terms.shown(stale.term());
		}
		if (body instanceof LeadershipCession cession) {
			return "cede term " + terms.shown(cession.term());
		}
		if (body instanceof SuspicionReport report) {
			return report.missed().isEmpty() ? "misses nobody" : "misses " + report.missed();
		}
		if (body instanceof HealthVerdict verdict) {
			return verdict.missed().isEmpty() ? "nobody is missed"
					: "missed: " + verdict.missed().stream().map(Missed::member).toList();
		}
		return greeting(body, terms);
	}

	private static String greeting(ElectionMessage body, Terms terms) {
		if (body instanceof StateQuestion) {
			return "what do you remember?";
		}
		if (body instanceof StateAnswer answer) {
			return (answer.term() == 0) ? "nothing" : "term " + terms.shown(answer.term());
		}
		return (body instanceof Introduction) ? "hello" : body.getClass().getSimpleName();
	}

	private static String inTime(long nanos) {
		return (nanos < WORTH_TELLING) ? "" : String.format(Locale.ROOT, ", in %.2f s", nanos / SECOND);
	}

	private static String reason(Refusal reason) {
		return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

}
