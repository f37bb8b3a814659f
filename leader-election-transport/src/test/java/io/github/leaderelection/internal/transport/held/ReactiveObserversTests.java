package io.github.leaderelection.internal.transport.held;

import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import io.github.leaderelection.internal.transport.link.NettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.WarmUp;
import org.junit.jupiter.api.BeforeAll;

/**
 * On a server of WebFlux.
 */
class ReactiveObserversTests extends ObserversTests {

	private static final TransportType TYPE = NettyTestServer.under(WebSocketPeerTransport::withoutContainer);

	ReactiveObserversTests() {
		super(TYPE);
	}

	@BeforeAll
	static void warmUp() {
		WarmUp.of(TYPE);
	}

}
