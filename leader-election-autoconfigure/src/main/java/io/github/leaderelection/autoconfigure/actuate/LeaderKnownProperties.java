package io.github.leaderelection.autoconfigure.actuate;

import java.time.Duration;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the health contributor {@code leaderKnown}.
 *
 * @param leaderlessThreshold Time without a known leader after which leaderKnown is out
 * of service again. Unless set, it stays up once a leader was known.
 */
@ConfigurationProperties("management.health.leader-known")
record LeaderKnownProperties(@Nullable Duration leaderlessThreshold) {

	/**
	 * Checks the range.
	 * @throws IllegalArgumentException if the threshold is not positive
	 */
	LeaderKnownProperties {
		if (leaderlessThreshold != null && (leaderlessThreshold.isNegative() || leaderlessThreshold.isZero())) {
			throw new IllegalArgumentException("management.health.leader-known.leaderless-threshold is '"
					+ InvalidSettingException.text(leaderlessThreshold)
					+ "', but every election takes some time: set it above zero, such as 10s, or remove it");
		}
	}

}
