package io.github.leaderelection.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a silent member is suspected. Always between two and a half heartbeats and six
 * tenths of the lease.
 *
 * @param type What decides it.
 * @param timeout Silence after which a member is suspected, for 'fixed' alone. Three
 * heartbeats unless set.
 * @param threshold Phi from which on a member is suspected, for 'phi-accrual' alone. 8
 * unless set.
 */
@ConfigurationProperties("leader-election.failure-detector")
record FailureDetectorProperties(@DefaultValue("adaptive") Type type, @Nullable Duration timeout,
		@Nullable Double threshold) {

	/**
	 * What decides when a silent member is suspected.
	 */
	public enum Type {

		/** The smoothed gap and four times its smoothed deviation. */
		ADAPTIVE,

		/** The same time for all. */
		FIXED,

		/** How unlikely such a silence is by the newest gaps. */
		PHI_ACCRUAL

	}

}
