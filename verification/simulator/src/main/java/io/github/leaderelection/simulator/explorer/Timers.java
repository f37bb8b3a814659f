package io.github.leaderelection.simulator.explorer;

import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.internal.quorum.QuorumTimer;

/**
 * The election's timers by position.
 */
final class Timers {

	/**
	 * Those that never fire by themselves: scouting is one event with its answers, what
	 * is sent stays sent, and who is shown as the leader steers only.
	 */
	private static final Set<QuorumTimer> SILENT = EnumSet.of(QuorumTimer.PROPOSE, QuorumTimer.RETRY,
			QuorumTimer.LEADER_LOST);

	static final int ATTEMPT = QuorumTimer.ATTEMPT.ordinal();

	static final int HEARTBEAT = QuorumTimer.HEARTBEAT.ordinal();

	static final int LEASE = QuorumTimer.LEASE.ordinal();

	static final int ROUND_END = QuorumTimer.ROUND_END.ordinal();

	static final int STARTUP = QuorumTimer.STARTUP.ordinal();

	private static final QuorumTimer[] ALL = QuorumTimer.values();

	private Timers() {
	}

	static QuorumTimer get(int position) {
		return ALL[position];
	}

	/**
	 * When timers are due, as far as it matters: whether they are set. A node may stand
	 * at any time.
	 * @param due when they are due
	 * @return the same with that alone in it
	 */
	static long[] plain(long[] due) {
		long[] plain = due.clone();
		for (int i = 0; i < plain.length; i++) {
			boolean silent = SILENT.contains(ALL[i]);
			boolean set = i == ATTEMPT || !silent && due[i] != Scale.NONE;
			plain[i] = set ? Scale.SOME_TIME : Scale.NONE;
		}
		return plain;
	}

}
