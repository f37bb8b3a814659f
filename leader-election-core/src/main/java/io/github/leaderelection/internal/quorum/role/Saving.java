package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.start.Doubts;
import io.github.leaderelection.internal.quorum.start.Starting;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;
import io.github.leaderelection.spi.Ballot;

/**
 * What follows when a ballot was saved, or could not be saved.
 */
public final class Saving {

	private static final long RETRY_NANOS = 1_000_000_000;

	private Saving() {
	}

	public static void saved(StepContext step, Ballot ballot, long tookNanos) {
		boolean again = !step.state().commitments().canSave();
		Voter.saved(step, ballot);
		SlowSaves.saved(step, tookNanos);
		if (again) {
			step.clearDeadlines(QuorumTimer.SAVE_RETRY);
			step.report(Notice.STATE_USABLE, "this node takes part in elections again");
			Attempts.suspectLater(step);
		}
		Candidate.voteSaved(step);
		Raising.voteSaved(step);
	}

	/**
	 * The node forgets what it could not save. Only the members it asked for votes know
	 * of it, and it cedes that term to them. So nothing relies on it, even if the disk
	 * holds it after all.
	 */
	public static void notSaved(StepContext step, String reason) {
		step.report(Notice.STATE_UNUSABLE, reason);
		RoleChanges.giveUp(step);
		RoleChanges.abandonScouting(step);
		Raising.notSaved(step);
		// it never proposes a forgotten term again
		Doubts.stayAbove(step, step.ballot().term());
		if (step.known() != null) {
			Doubts.stayAbove(step, step.known().term());
		}
		Voter.notSaved(step, reason);
		Starting.notSaved(step);
		if (step.state().stopped()) {
			step.afterSave(new Effect.Stopped<>());
			return;
		}
		step.setDeadline(QuorumTimer.SAVE_RETRY, step.nanos() + Math.max(RETRY_NANOS, step.timing().leaseNanos()));
	}

	public static void retry(StepContext step) {
		if (!step.state().commitments().canSave()) {
			step.saveAgain();
		}
	}

}
