package io.github.leaderelection.internal.transport.link;

import org.jspecify.annotations.Nullable;

/**
 * Gives the status of the transport from memory. Safe for use from any thread.
 */
@FunctionalInterface
public interface LinkStatus {

	/**
	 * The present status, or null before a transport exists.
	 */
	@Nullable TransportStatus now();

}
