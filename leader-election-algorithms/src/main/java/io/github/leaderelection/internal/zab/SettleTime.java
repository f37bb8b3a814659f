package io.github.leaderelection.internal.zab;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * How long a better vote is awaited once enough hold the same.
 */
final class SettleTime {

	/** The name of the option. */
	static final String OPTION = "settle-time";

	/** As long as ZooKeeper waits. */
	private static final Duration LONGEST = Duration.ofMillis(200);

	private static final int PER_LEASE = 10;

	private SettleTime() {
	}

	static long nanos(ElectionSettings settings) {
		long otherwise = Math.min(LONGEST.toNanos(), settings.leaseNanos() / PER_LEASE);
		long chosen = settings.options().duration(OPTION, Duration.ofNanos(otherwise)).toNanos();
		if (chosen > settings.leaseNanos()) {
			throw new IllegalArgumentException("leader-election.zab." + OPTION + " is " + Duration.ofNanos(chosen)
					+ ", which is longer than the lease " + Duration.ofNanos(settings.leaseNanos())
					+ ": set it to a tenth of the lease");
		}
		return chosen;
	}

}
