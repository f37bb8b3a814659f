package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;

/**
 * Whether this node stands for election, as the application decides; a witness never
 * does. A node that does not stand still votes, promises and acknowledges.
 */
public final class Eligibility {

	private Eligibility() {
	}

	public static void changed(StepContext step, long request, boolean eligible) {
		boolean before = step.state().eligible();
		step.change(step.state().activity().withEligible(eligible));
		boolean stands = step.state().eligible();
		if (before != stands) {
			step.broadcast(step.state().introduction(false));
		}
		if (!eligible && step.leader() != null) {
			HandOver.drain(step, RevocationReason.INELIGIBLE, null, request);
			return;
		}
		if (!eligible) {
			RoleChanges.giveUp(step);
			RoleChanges.abandonScouting(step);
			Attempts.suspectLater(step);
		}
		else if (!before && stands && step.leader() == null && !step.state().hearsLeader(step.nanos())) {
			Attempts.sooner(step);
		}
		if (request != 0) {
			step.beforeSave(new Effect.Answer<>(request, null));
		}
	}

}
