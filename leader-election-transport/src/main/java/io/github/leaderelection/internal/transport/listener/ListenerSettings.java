package io.github.leaderelection.internal.transport.listener;

import java.net.InetAddress;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener listens.
 *
 * @param address the address to bind to, null for all of this machine
 * @param port the port, 0 for one that the system chooses
 * @param tls speaks TLS alone, null for none
 */
public record ListenerSettings(@Nullable InetAddress address, int port, int members, @Nullable PeerTls tls) {

	private static final int SPARE_THREADS = 16;

	/** Enough to read what each member sends, and to refuse strangers meanwhile. */
	int maxThreads() {
		return 2 * this.members + SPARE_THREADS;
	}

}
