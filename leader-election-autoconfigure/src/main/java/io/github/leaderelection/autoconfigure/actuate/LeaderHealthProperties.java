package io.github.leaderelection.autoconfigure.actuate;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the health indicator {@code leader}.
 *
 * @param leaderlessThreshold Time without a known leader after which this node reports
 * out of service. Unless set ten seconds, or two and a half leases where that is longer.
 */
@ConfigurationProperties("management.health.leader")
public record LeaderHealthProperties(@Nullable Duration leaderlessThreshold) {

	/**
	 * Checks the range.
	 * @throws IllegalArgumentException if the threshold is not positive
	 */
	public LeaderHealthProperties {
		if (leaderlessThreshold != null && (leaderlessThreshold.isNegative() || leaderlessThreshold.isZero())) {
			throw new IllegalArgumentException("management.health.leader.leaderless-threshold is '"
					+ leaderlessThreshold + "', but every election takes some time: set it above zero, such as 10s, or "
					+ "disable the health indicator with management.health.leader.enabled=false");
		}
	}

}
