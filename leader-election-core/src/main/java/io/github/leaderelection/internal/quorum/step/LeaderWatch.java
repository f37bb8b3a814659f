package io.github.leaderelection.internal.quorum.step;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Measurements;
import org.jspecify.annotations.Nullable;

/**
 * Who is taken to lead, and since when that leader is silent.
 */
public final class LeaderWatch {

	private LeaderWatch() {
	}

	private static void change(StepContext step, @Nullable KnownLeader known) {
		step.change(step.state().roleState().withKnown(known));
	}

	/** Takes a member to be the leader. */
	public static void know(StepContext step, KnownLeader heard, boolean backed) {
		KnownLeader known = step.known();
		boolean same = known != null && known.id().equals(heard.id()) && known.direct() == heard.direct();
		if (known == null || !same || known.term() != heard.term()) {
			step.beforeSave(new Effect.FollowLeader<>(heard.id(), heard.term(), heard.token(), heard.direct()));
		}
		long at = step.nanos();
		if (!backed) {
			at = (known != null && same) ? known.heardNanos() : at - step.state().suspicionNanos();
		}
		else if (known != null && same && heard.direct()) {
			Measurements measured = step.state().measurements();
			step.change(measured.withGaps(step.config()
				.detector()
				.measured(measured.gaps(), at - known.heardNanos(), step.config().bounds())));
		}
		change(step, heard.heardAt(at));
		step.setDeadline(QuorumTimer.LEADER_LOST, at + step.timing().leaseNanos());
	}

	/**
	 * This node itself stood still: its leader is given time.
	 */
	public static void excuse(StepContext step, long late) {
		KnownLeader known = step.known();
		if (known != null && known.direct()) {
			change(step, known.excusing(late, step.nanos(),
					step.nanos() - step.state().suspicionNanos() + step.timing().heartbeatNanos()));
		}
	}

	public static void forgetIfSilent(StepContext step) {
		KnownLeader known = step.known();
		if (known == null) {
			return;
		}
		long silentAt = known.heardNanos() + step.timing().leaseNanos();
		if (step.now().reached(silentAt)) {
			forget(step);
		}
		else {
			step.setDeadline(QuorumTimer.LEADER_LOST, silentAt);
		}
	}

	/**
	 * No leader is known any more.
	 */
	public static void forget(StepContext step) {
		if (step.known() != null) {
			change(step, null);
			step.clearDeadlines(QuorumTimer.LEADER_LOST);
			step.beforeSave(new Effect.LeaderLost<>());
		}
	}

}
