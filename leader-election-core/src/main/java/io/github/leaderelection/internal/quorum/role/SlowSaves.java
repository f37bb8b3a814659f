package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a voter with a slow disk from being asked for votes that come too late. Its yes
 * to a scout follows a save, as a vote does. So the yes is late if a vote would be.
 */
public final class SlowSaves {

	private static final long MILLI = 1_000_000;

	/**
	 * A save is tried before a yes once the last one took this part of the longest
	 * candidacy.
	 */
	private static final int TRIED_FROM = 2;

	private SlowSaves() {
	}

	/**
	 * Whether a vote may come too late, judging by the newest save.
	 */
	static boolean mayBeLate(QuorumState state) {
		return state.measurements().lastSave().tookNanos() >= state.timing().maxCandidacy() / TRIED_FROM;
	}

	/**
	 * Whether the newest save is so recent that another would tell no more.
	 */
	static boolean wasJustTried(StepContext step) {
		return step.nanos() - step.state().measurements().lastSave().endedNanos() < step.timing().maxCandidacy();
	}

	/**
	 * Takes the time of a save, and reports it if it is the first that is too slow.
	 */
	static void saved(StepContext step, long tookNanos) {
		boolean known = isTooSlow(step.state());
		step.change(step.state().measurements().saved(tookNanos, step.nanos()));
		String problem = problem(step.state());
		if (problem != null && !known) {
			step.report(Notice.STATE_SLOW, problem);
		}
	}

	private static boolean isTooSlow(QuorumState state) {
		return state.measurements().lastSave().tookNanos() >= limit(state);
	}

	private static long limit(QuorumState state) {
		return Timing.voteCounts(state.timing().leaseNanos());
	}

	/**
	 * What is wrong with the disk, null while its newest save was quick enough.
	 */
	public static @Nullable String problem(QuorumState state) {
		if (!isTooSlow(state)) {
			return null;
		}
		return "The votes of this node come too late: its last save took "
				+ state.measurements().lastSave().tookNanos() / MILLI + " ms, and a vote counts for "
				+ limit(state) / MILLI
				+ " ms, 0.4 of the lease. Give it a faster disk, all nodes a longer lease-duration, or all nodes no"
				+ " state directory";
	}

}
