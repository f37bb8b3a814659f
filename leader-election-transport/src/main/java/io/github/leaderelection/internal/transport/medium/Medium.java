package io.github.leaderelection.internal.transport.medium;

import java.io.IOException;
import java.net.URI;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * What carries connections to other nodes.
 */
public interface Medium {

	/**
	 * Begins; called once for each start of a transport.
	 * @param settings of the transport
	 * @return a way out that stays open until it is closed
	 */
	Outlet open(PeerTransportSettings settings);

	/**
	 * Opens connections to other nodes. Safe for use from any thread.
	 */
	interface Outlet {

		/**
		 * Opens a connection; may block until it is open or failed.
		 * @param url where the member accepts links
		 * @param taking takes the open connection, or gives null to have it closed
		 * @throws IOException if there is none
		 */
		void dial(URI url, Function<Connection, @Nullable Conversation> taking) throws IOException;

		/**
		 * Gives up whatever it holds.
		 */
		void close();

	}

}
