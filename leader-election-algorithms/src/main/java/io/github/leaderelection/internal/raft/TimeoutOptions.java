package io.github.leaderelection.internal.raft;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.protocol.ElectionTimeout;

/**
 * The settings {@code leader-election.raft.*}.
 */
final class TimeoutOptions {

	static final String LEAST = "election-timeout-min";

	static final String MOST = "election-timeout-max";

	/** The part of a heartbeat left for the network and small delays of the leader. */
	private static final int SPARE_PART = 3;

	private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

	private TimeoutOptions() {
	}

	/**
	 * The bounds of the election timeout. The default is one and a half to three
	 * heartbeats, such as 150 to 300 ms for heartbeats of 100 ms. It is longer if clocks
	 * may drift much.
	 * @throws IllegalArgumentException for invalid bounds
	 */
	static ElectionTimeout read(ElectionSettings settings) {
		AlgorithmOptions options = settings.options();
		long highest = settings.leaseNanos() / 10 * 6;
		long lowest = Math.min(lowest(settings.heartbeatNanos(), settings.maxClockDrift()), highest);
		long least = nanos(options, LEAST, lowest);
		long most = nanos(options, MOST, Math.min(2 * Math.min(least, highest), highest));
		require(least >= lowest, options, LEAST, least,
				"at least one and a half heartbeat intervals, and more for a large max-clock-drift, " + text(lowest)
						+ ", or every small delay of a heartbeat makes members suspect the leader");
		require(least <= highest, options, LEAST, least,
				"at most six tenths of the lease, " + text(highest) + ", or lengthen the lease");
		require(most >= least, options, MOST, most, "at least " + LEAST + ", " + text(least));
		require(most <= highest, options, MOST, most, "at most six tenths of the lease, " + text(highest)
				+ ", or members suspect a leader only after their promises to it have ended");
		return new ElectionTimeout(least, most);
	}

	/**
	 * On the fastest clock, the interval of a leader with the slowest clock is longer
	 * than configured.
	 */
	private static long lowest(long heartbeat, double drift) {
		long longestInterval = (long) (heartbeat * (1 + drift) / (1 - drift));
		return Math.max(heartbeat + heartbeat / 2, longestInterval + heartbeat / SPARE_PART);
	}

	/** Caps a duration too long for nanoseconds, so that the check refuses it. */
	private static long nanos(AlgorithmOptions options, String name, long otherwise) {
		Duration set = options.duration(name, Duration.ofNanos(otherwise));
		return ((set.compareTo(LONGEST) < 0) ? set : LONGEST).toNanos();
	}

	private static void require(boolean right, AlgorithmOptions options, String name, long nanos, String rather) {
		if (!right) {
			throw options.refused(name, text(nanos), rather);
		}
	}

	private static String text(long nanos) {
		return InvalidSettingException.text(Duration.ofMillis(nanos / 1_000_000));
	}

}
