package io.github.leaderelection.internal.actuate;

import java.util.Map;

/**
 * Counts refusals of the transport and observers, and shows the detection of crashes.
 * Read at every request and scrape, so it answers from memory. Safe for use from any
 * thread.
 */
@FunctionalInterface
public interface TransportRefusals {

	/**
	 * The numbers of refusals since the start. Every possible reason is a key from the
	 * first call on.
	 */
	Map<String, Long> byReason();

	/** The number of observers that are linked now. */
	default int observers() {
		return 0;
	}

	/**
	 * For each other member whether crash detection is in use, or why not. Empty if it is
	 * off.
	 */
	default Map<String, String> crashDetection() {
		return Map.of();
	}

}
