package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.autoconfigure.FailureDetectorProperties.Type;
import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.FixedTimeout;
import io.github.leaderelection.internal.health.PhiAccrual;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.core.env.Environment;

/**
 * The configured failure detector, for groups with any heartbeat interval and lease.
 */
final class FailureDetectorSettings {

	private static final String ROOT = "leader-election.failure-detector";

	private static final String TIMEOUT = ROOT + ".timeout";

	private static final String THRESHOLD = ROOT + ".threshold";

	private final FailureDetectorProperties properties;

	private FailureDetectorSettings(FailureDetectorProperties properties) {
		this.properties = properties;
	}

	/**
	 * Reads the settings.
	 * @throws InvalidElectionConfigurationException if a setting belongs to another
	 * failure detector
	 */
	static FailureDetectorSettings of(Environment environment) {
		FailureDetectorProperties properties = Headings.bind(environment, ROOT, FailureDetectorProperties.class);
		Type type = properties.type();
		Duration timeout = properties.timeout();
		if (timeout != null && type != Type.FIXED) {
			throw unread(TIMEOUT, timeout, type, "fixed");
		}
		Double threshold = properties.threshold();
		if (threshold != null && type != Type.PHI_ACCRUAL) {
			throw unread(THRESHOLD, threshold, type, "phi-accrual");
		}
		return new FailureDetectorSettings(properties);
	}

	private static InvalidElectionConfigurationException unread(String key, Object value, Type type, String reader) {
		return new InvalidElectionConfigurationException(key, value,
				"The failure detector '" + nameOf(type) + "' does not read it, only '" + reader + "' does",
				"Leave it out, or set " + ROOT + ".type=" + reader);
	}

	private static String nameOf(Type type) {
		return switch (type) {
			case ADAPTIVE -> AdaptiveTimeout.NAME;
			case FIXED -> FixedTimeout.NAME;
			case PHI_ACCRUAL -> PhiAccrual.NAME;
		};
	}

	/** The detector of a group, which checks its own settings. */
	FailureDetector detector(Duration heartbeat) {
		return switch (this.properties.type()) {
			case ADAPTIVE -> new AdaptiveTimeout();
			case FIXED -> new FixedTimeout(timeoutNanos(heartbeat));
			case PHI_ACCRUAL -> new PhiAccrual(threshold());
		};
	}

	/**
	 * The time-out in nanoseconds, limited to their range: longer ones are refused later.
	 */
	private long timeoutNanos(Duration heartbeat) {
		Duration set = this.properties.timeout();
		return TimeUnit.NANOSECONDS
			.convert((set != null) ? set : heartbeat.multipliedBy(FixedTimeout.DEFAULT_HEARTBEATS));
	}

	private double threshold() {
		Double set = this.properties.threshold();
		return (set != null) ? set : PhiAccrual.DEFAULT_THRESHOLD;
	}

}
