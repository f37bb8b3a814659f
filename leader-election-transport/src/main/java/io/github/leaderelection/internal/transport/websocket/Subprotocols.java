package io.github.leaderelection.internal.transport.websocket;

import java.util.List;

import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the transport as WebSocket subprotocols. A node offers every version it
 * speaks. The other side chooses the highest common one.
 */
final class Subprotocols {

	private static final String PREFIX = PeerHeaders.WEBSOCKET_PREFIX;

	/** The versions that this node speaks, the highest first. */
	static final List<String> SPOKEN = List.of(PREFIX + WireCodec.VERSION);

	private Subprotocols() {
	}

	static @Nullable String highestCommon(List<String> offered, List<String> spoken) {
		String best = null;
		for (String each : offered) {
			if (spoken.contains(each) && (best == null || version(each) > version(best))) {
				best = each;
			}
		}
		return best;
	}

	private static int version(String subprotocol) {
		return Integer.parseInt(subprotocol.substring(PREFIX.length()));
	}

}
