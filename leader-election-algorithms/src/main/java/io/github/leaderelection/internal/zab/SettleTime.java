package io.github.leaderelection.internal.zab;

import java.time.Duration;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;

/**
 * How long to wait for a better vote after enough members agree.
 */
final class SettleTime {

	static final String OPTION = "settle-time";

	/** The wait of ZooKeeper. */
	private static final Duration LONGEST = Duration.ofMillis(200);

	private static final int PER_LEASE = 10;

	private SettleTime() {
	}

	static long nanos(ElectionSettings settings) {
		long otherwise = Math.min(LONGEST.toNanos(), settings.leaseNanos() / PER_LEASE);
		Duration chosen = settings.options().duration(OPTION, Duration.ofNanos(otherwise));
		if (chosen.compareTo(Duration.ofNanos(settings.leaseNanos())) > 0) {
			throw settings.options()
				.refused(OPTION, chosen, "at most the lease, a tenth of which is enough: "
						+ InvalidSettingException.text(Duration.ofNanos(settings.leaseNanos() / PER_LEASE)));
		}
		return chosen.toNanos();
	}

}
