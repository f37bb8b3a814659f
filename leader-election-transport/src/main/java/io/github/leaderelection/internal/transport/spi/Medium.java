package io.github.leaderelection.internal.transport.spi;

import java.io.IOException;
import java.net.URI;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Carries connections to other nodes.
 */
public interface Medium {

	/**
	 * Called once for each start of a transport.
	 * @return an outlet that stays open until it is closed
	 */
	Outlet open(PeerTransportSettings settings);

	/**
	 * Opens connections to other nodes. Safe for use from any thread.
	 */
	interface Outlet {

		/**
		 * Opens a connection. May block until it is open or failed.
		 * @param taking takes the open connection, or returns null to have it closed
		 * @throws IOException if the connection failed
		 */
		void dial(URI url, Function<Connection, @Nullable FrameListener> taking) throws IOException;

		/** Releases all resources. */
		void close();

	}

}
