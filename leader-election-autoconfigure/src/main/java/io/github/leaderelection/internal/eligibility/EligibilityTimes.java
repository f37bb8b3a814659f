package io.github.leaderelection.internal.eligibility;

import java.time.Duration;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * The times of eligibility checks.
 *
 * @param interval the time between two checks, 10 ms to 1 minute
 * @param timeout the time after which a node without an answer counts as ineligible; at
 * least the interval, at most 10 minutes
 */
public record EligibilityTimes(Duration interval, Duration timeout) {

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration USUAL = Duration.ofSeconds(1);

	private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);

	private static final int PER_TIMEOUT = 5;

	private static final Duration LONGEST = Duration.ofMinutes(1);

	private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

	/**
	 * Checks the times.
	 * @throws InvalidSettingException if a time is out of its range
	 */
	public EligibilityTimes {
		if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
			throw new InvalidSettingException("eligibility.check-interval", interval,
					"The interval is not between 10ms and 1m", "Omit it to check every second");
		}
		if (timeout.compareTo(interval) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
			throw new InvalidSettingException("eligibility.check-timeout", timeout,
					"The timeout is not between the interval and 10m", "eligibility.check-interval",
					"Omit it to wait for five seconds");
		}
	}

	/** Creates the times; derives a missing one from the other. */
	public static EligibilityTimes of(@Nullable Duration interval, @Nullable Duration timeout) {
		if (interval == null) {
			return new EligibilityTimes((timeout != null) ? interval(timeout) : USUAL,
					(timeout != null) ? timeout : USUAL_TIMEOUT);
		}
		return new EligibilityTimes(interval, (timeout != null) ? timeout : timeout(interval));
	}

	private static Duration interval(Duration timeout) {
		Duration some = timeout.dividedBy(PER_TIMEOUT);
		return (some.compareTo(USUAL) > 0) ? USUAL : (some.compareTo(SHORTEST) < 0) ? SHORTEST : some;
	}

	private static Duration timeout(Duration interval) {
		return (interval.compareTo(USUAL) > 0 && interval.compareTo(LONGEST) <= 0) ? interval.multipliedBy(PER_TIMEOUT)
				: USUAL_TIMEOUT;
	}

}
