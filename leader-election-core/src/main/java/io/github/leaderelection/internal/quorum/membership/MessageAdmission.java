package io.github.leaderelection.internal.quorum.membership;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.Plausibility;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;

/**
 * Which messages reach the election. Their sender is in this node's list, and its own
 * list differs by at most one member. Any two majorities of two such lists overlap.
 */
public final class MessageAdmission {

	private MessageAdmission() {
	}

	/**
	 * Whether a message may reach the election.
	 */
	public static boolean accepts(StepContext step, Envelope<QuorumMessage> envelope) {
		NodeId from = envelope.from();
		if (step.sender(envelope) < 0) {
			step.report(Notice.MESSAGE_REFUSED, "'" + from + "' of cluster '" + envelope.cluster() + "', group '"
					+ envelope.group() + "' is not in this node's member list");
			return false;
		}
		if (!Plausibility.isWellFormed(envelope.body())) {
			step.report(Notice.MESSAGE_REFUSED, "'" + from + "' sent what cannot be right: " + envelope.body());
			Doubts.refuse(step, envelope);
			return false;
		}
		if (envelope.body() instanceof Introduction) {
			return true;
		}
		Links.heard(step, envelope);
		return step.state().sharesList(envelope) && Doubts.admits(step, envelope);
	}

}
