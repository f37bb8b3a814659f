package io.github.leaderelection.internal.transport.link;

import org.jspecify.annotations.Nullable;

/**
 * Tells what the transport does. Answers from memory, from any thread.
 */
@FunctionalInterface
public interface LinkStatus {

	/**
	 * What the transport does at this moment.
	 * @return an immutable snapshot, or null before there is a transport
	 */
	@Nullable TransportStatus now();

}
