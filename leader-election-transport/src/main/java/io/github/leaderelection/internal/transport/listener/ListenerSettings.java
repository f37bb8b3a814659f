package io.github.leaderelection.internal.transport.listener;

import java.net.InetAddress;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the transport's own listener.
 *
 * @param address the address to bind to, null for all addresses of this machine
 * @param port the port, 0 for one that the system chooses
 * @param tls the TLS settings if the listener accepts only TLS, null for none
 */
public record ListenerSettings(@Nullable InetAddress address, int port, int members, @Nullable PeerTls tls) {

	private static final int SPARE_THREADS = 16;

	/** Enough threads to read from each member, and to refuse strangers meanwhile. */
	int maxThreads() {
		return 2 * this.members + SPARE_THREADS;
	}

}
