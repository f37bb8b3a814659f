package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;

/**
 * Leaves the cluster gracefully.
 */
public final class Stopping {

	private Stopping() {
	}

	public static void stop(StepContext step) {
		step.change(step.state().activity().asStopping());
		RoleChanges.giveUp(step);
		RoleChanges.abandonScouting(step);
		if (step.leader() != null) {
			HandOver.drain(step, RevocationReason.STOPPED, null, 0);
		}
		else {
			RoleChanges.stop(step);
		}
	}

	/**
	 * A stopped node answers nothing. It only notes that the mark of the clean stop could
	 * not be written.
	 */
	public static void afterStop(StepContext step, Event<QuorumMessage> event) {
		if (event instanceof Event.BallotNotSaved<QuorumMessage> notSaved) {
			Saving.notSaved(step, notSaved.reason());
		}
	}

}
