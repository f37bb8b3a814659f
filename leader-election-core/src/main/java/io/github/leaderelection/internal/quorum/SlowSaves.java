package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.protocol.Notice;
import org.jspecify.annotations.Nullable;

/**
 * A voter whose vote would come too late is not asked for one, so no term is spent in
 * vain. Its yes to a scout follows a save, as a vote would: in time it arrives only if a
 * vote would. A disk that is quick again costs no more than that save.
 */
final class SlowSaves {

	private static final long MILLI = 1_000_000;

	/** From this part of the longest candidacy on a save is tried before a yes. */
	private static final int TRIED_FROM = 2;

	private SlowSaves() {
	}

	/**
	 * Whether a vote may come too late, as the newest save has it.
	 */
	static boolean mayBeLate(Turn turn) {
		return turn.pace.lastSave().tookNanos() >= turn.timing().maxCandidacy() / TRIED_FROM;
	}

	/**
	 * Whether the newest save is so new that another would tell no more. Scouts that
	 * waited meanwhile are not worth a save each.
	 */
	static boolean wasJustTried(Turn turn) {
		return turn.nanos() - turn.pace.lastSave().endedNanos() < turn.timing().maxCandidacy();
	}

	/**
	 * Takes the time of a save, and reports it if it is the first that is too slow.
	 */
	static void saved(Turn turn, long tookNanos) {
		boolean known = isTooSlow(turn);
		turn.pace = turn.pace.saved(tookNanos, turn.nanos());
		String problem = problem(turn);
		if (problem != null && !known) {
			turn.report(Notice.STATE_SLOW, problem);
		}
	}

	private static boolean isTooSlow(Turn turn) {
		return turn.pace.lastSave().tookNanos() >= limit(turn);
	}

	private static long limit(Turn turn) {
		return Timing.voteCounts(turn.timing().leaseNanos());
	}

	/**
	 * What is wrong with the disk, null while its newest save was quick enough.
	 */
	static @Nullable String problem(Turn turn) {
		if (!isTooSlow(turn)) {
			return null;
		}
		return "The votes of this node come too late: its last save took " + turn.pace.lastSave().tookNanos() / MILLI
				+ " ms, and a vote counts for " + limit(turn) / MILLI
				+ " ms, 0.4 of the lease. Give it a faster disk, all nodes a longer lease-duration, or all nodes no"
				+ " state directory";
	}

}
