package io.github.leaderelection.simulator.explorer;

import java.util.Objects;

import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.quorum.QuorumProtocol;

/**
 * The election's timers by position.
 */
final class Timers {

	private static final Timer[] ALL = all();

	static final int ATTEMPT = position("ATTEMPT");

	static final int HEARTBEAT = position("HEARTBEAT");

	static final int LEASE = position("LEASE");

	static final int ROUND_END = position("ROUND_END");

	static final int STARTUP = position("STARTUP");

	/**
	 * Those that never fire by themselves: scouting is one event with its answers, what
	 * is sent stays sent, and who is shown as the leader steers only.
	 */
	static final int SILENT = 1 << position("PROPOSE") | 1 << position("RETRY") | 1 << position("LEADER_LOST");

	private Timers() {
	}

	private static Timer[] all() {
		try {
			Class<?> type = Class.forName(QuorumProtocol.class.getPackageName() + ".QuorumTimer");
			return (Timer[]) Objects.requireNonNull(type.getEnumConstants());
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException("The election's timers are not where they were: adapt this class", ex);
		}
	}

	private static int position(String name) {
		for (Timer timer : ALL) {
			if (timer.name().equals(name)) {
				return timer.ordinal();
			}
		}
		throw new IllegalStateException("The election has no timer '" + name + "': adapt this class");
	}

	static Timer get(int position) {
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
			boolean silent = (SILENT & 1 << i) != 0;
			boolean set = i == ATTEMPT || !silent && due[i] != Scale.NONE;
			plain[i] = set ? Scale.SOME_TIME : Scale.NONE;
		}
		return plain;
	}

}
