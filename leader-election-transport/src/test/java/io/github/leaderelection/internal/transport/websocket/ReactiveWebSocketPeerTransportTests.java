package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.NettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;

/**
 * On a server of WebFlux, dialled by the JDK's client.
 */
class ReactiveWebSocketPeerTransportTests extends WebSocketPeerTransportTests {

	/** The client has threads, too. */
	private static final int MAX_THREADS = 10;

	private static final TransportType TYPE = NettyTestServer.under(WebSocketPeerTransport::withoutContainer);

	ReactiveWebSocketPeerTransportTests() {
		super(TYPE, MAX_THREADS);
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

	/**
	 * On a loaded machine the client of the JDK misses the end of a server now and then.
	 */
	@Override
	protected boolean seesEveryEnd() {
		return false;
	}

}
