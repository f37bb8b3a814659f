package io.github.leaderelection.internal.transport.medium;

import java.net.InetAddress;

import org.jspecify.annotations.Nullable;

/**
 * Whether members watch one another's processes.
 *
 * @param address the local address at which they reach this node, null for all of the
 * machine
 */
public record ProcessWatch(boolean on, @Nullable InetAddress address) {

	/** Nobody watches. */
	public static final ProcessWatch OFF = new ProcessWatch(false, null);

}
