package io.github.leaderelection.internal.lease;

import java.time.Duration;
import java.util.Set;

import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.jspecify.annotations.Nullable;

/**
 * The options that only an election by a lease has.
 *
 * @param retryNanos nanoseconds between two reads of a waiting node
 * @param missingIsNew whether a missing record was never there, so that it can be created
 * at once
 * @param url the HTTP address of this node, for the record; null if it has none
 */
public record LeaseOptions(long retryNanos, boolean missingIsNew, @Nullable String url) {

	static final Set<String> NAMES = Set.of("retry-interval", "assume-new", "url");

	private static final int LEASES_PER_RETRY = 10;

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

	/**
	 * Reads the options.
	 * @param settings the settings; where no interval is set it is a tenth of the lease
	 * @throws IllegalArgumentException if one cannot be used; the message names it, the
	 * value and the remedy
	 */
	static LeaseOptions of(ElectionSettings settings) {
		AlgorithmOptions options = settings.options();
		Duration retry = options.duration("retry-interval", Duration.ofNanos(settings.leaseNanos() / LEASES_PER_RETRY));
		// LeaseConfig counts no more than a third of the lease anyway
		Duration lease = Duration.ofNanos(settings.leaseNanos());
		return new LeaseOptions(((retry.compareTo(lease) < 0) ? retry : lease).toNanos(), options.flag("assume-new"),
				options.text("url"));
	}

}
