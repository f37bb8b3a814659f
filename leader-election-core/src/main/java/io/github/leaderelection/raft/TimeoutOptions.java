package io.github.leaderelection.raft;

import java.time.Duration;

import io.github.leaderelection.protocol.AlgorithmOptions;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.protocol.ElectionTimeout;

/**
 * The settings {@code leader-election.raft.*}.
 */
final class TimeoutOptions {

	static final String LEAST = "election-timeout-min";

	static final String MOST = "election-timeout-max";

	private TimeoutOptions() {
	}

	/**
	 * The bounds of the election timeout: from one and a half to three heartbeats where
	 * nothing is set, which is from 150 to 300 ms with a heartbeat every 100 ms.
	 * @throws IllegalArgumentException if they cannot be used
	 */
	static ElectionTimeout read(ElectionSettings settings) {
		AlgorithmOptions options = settings.options();
		long lowest = settings.heartbeatNanos() + settings.heartbeatNanos() / 2;
		long highest = settings.leaseNanos() / 10 * 6;
		long least = options.duration(LEAST, Duration.ofNanos(lowest)).toNanos();
		long most = options.duration(MOST, Duration.ofNanos(Math.min(2 * least, highest))).toNanos();
		check(least >= lowest, LEAST, least, "at least one and a half heartbeat intervals, " + text(lowest)
				+ ", or each heartbeat that is a little late makes members suspect the leader");
		check(most >= least, MOST, most, "at least " + LEAST + ", " + text(least));
		check(most <= highest, MOST, most, "at most six tenths of the lease, " + text(highest)
				+ ", or a leader is suspected only after its promises have ended");
		return new ElectionTimeout(least, most);
	}

	private static void check(boolean right, String name, long nanos, String remedy) {
		if (!right) {
			throw new IllegalArgumentException("leader-election.raft." + name + " is " + text(nanos)
					+ ", which cannot be used: set it to " + remedy);
		}
	}

	private static String text(long nanos) {
		return nanos / 1_000_000 + "ms";
	}

}
