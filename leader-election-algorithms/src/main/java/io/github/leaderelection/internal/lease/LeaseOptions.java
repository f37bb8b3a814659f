package io.github.leaderelection.internal.lease;

import org.jspecify.annotations.Nullable;

/**
 * What leading by a lease alone needs.
 *
 * @param retryNanos between two looks of a node that waits
 * @param missingIsNew whether a record that is missing was never there, so that it can be
 * made at once
 * @param url where this node is reached over HTTP, for the record; null where it is not
 */
public record LeaseOptions(long retryNanos, boolean missingIsNew, @Nullable String url) {

	/**
	 * Checks the interval.
	 * @throws IllegalArgumentException if it is not positive
	 */
	public LeaseOptions {
		if (retryNanos <= 0) {
			throw new IllegalArgumentException(
					"The retry interval of " + retryNanos + " ns is not positive: one second suits most stores");
		}
	}

}
