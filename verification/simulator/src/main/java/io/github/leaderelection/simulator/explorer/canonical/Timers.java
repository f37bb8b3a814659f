package io.github.leaderelection.simulator.explorer.canonical;

import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;

/**
 * The election's timers by position.
 */
public final class Timers {

	/**
	 * Those that never fire by themselves: scouting is one event with its answers, what
	 * is sent stays sent, and who is shown as the leader steers only.
	 */
	private static final Set<QuorumTimer> SILENT = EnumSet.of(QuorumTimer.PROPOSE, QuorumTimer.RETRY,
			QuorumTimer.LEADER_LOST);

	public static final int ATTEMPT = QuorumTimer.ATTEMPT.ordinal();

	public static final int HEARTBEAT = QuorumTimer.HEARTBEAT.ordinal();

	public static final int LEASE = QuorumTimer.LEASE.ordinal();

	public static final int ROUND_END = QuorumTimer.ROUND_END.ordinal();

	public static final int STARTUP = QuorumTimer.STARTUP.ordinal();

	private static final QuorumTimer[] ALL = QuorumTimer.values();

	private Timers() {
	}

	public static QuorumTimer get(int position) {
		return ALL[position];
	}

	/**
	 * When timers are due, as far as it matters: whether they are set. A node may stand
	 * at any time.
	 * @return the same with that alone in it
	 */
	static long[] plain(long[] due) {
		long[] plain = due.clone();
		for (int i = 0; i < plain.length; i++) {
			boolean silent = SILENT.contains(ALL[i]);
			boolean set = i == ATTEMPT || !silent && due[i] != TimeScale.NONE;
			plain[i] = set ? TimeScale.SOME_TIME : TimeScale.NONE;
		}
		return plain;
	}

}
