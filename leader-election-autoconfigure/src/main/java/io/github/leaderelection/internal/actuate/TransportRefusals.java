package io.github.leaderelection.internal.actuate;

import java.util.Map;

/**
 * Counts refusals of the transport, and observers. Read at every request and scrape, so
 * it answers from memory. Safe for use from any thread.
 */
@FunctionalInterface
public interface TransportRefusals {

	/**
	 * The numbers of refusals since the start. Every possible reason is a key from the
	 * first call on.
	 */
	Map<String, Long> byReason();

	/** How many observers are linked now. */
	default int observers() {
		return 0;
	}

}
