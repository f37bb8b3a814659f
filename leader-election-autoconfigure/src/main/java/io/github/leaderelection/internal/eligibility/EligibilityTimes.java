package io.github.leaderelection.internal.eligibility;

import java.time.Duration;

/**
 * The times of eligibility checks.
 *
 * @param interval between two checks, 10 ms to 1 minute
 * @param timeout after which a node without an answer counts as ineligible; at least the
 * interval, at most 10 minutes
 */
public record EligibilityTimes(Duration interval, Duration timeout) {

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration LONGEST = Duration.ofMinutes(1);

	private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

	/**
	 * Checks the times.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public EligibilityTimes {
		if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(
					"The interval " + interval + " is not between " + SHORTEST + " and " + LONGEST);
		}
		if (timeout.compareTo(interval) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
			throw new IllegalArgumentException(
					"The timeout " + timeout + " is not between the interval " + interval + " and " + LONGEST_TIMEOUT);
		}
	}

}
