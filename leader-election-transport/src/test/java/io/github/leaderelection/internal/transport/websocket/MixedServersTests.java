package io.github.leaderelection.internal.transport.websocket;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.internal.transport.link.ElectionOverLinksTests;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.link.NettyTestServer;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * The default election between a servlet container and two servers of WebFlux.
 */
class MixedServersTests extends ElectionOverLinksTests {

	MixedServersTests() {
		super(new Mixed());
	}

	/**
	 * One node on a servlet container, the others on WebFlux.
	 */
	private static final class Mixed implements TransportType {

		private final AtomicInteger servers = new AtomicInteger();

		@Override
		public LinkTransport create(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
			return settings.self().value().equals("a") ? new WebSocketPeerTransport(settings, codec, breakers)
					: WebSocketPeerTransport.withoutContainer(settings, codec, breakers);
		}

		@Override
		public TestServer server(int port, String contextPath) {
			return (this.servers.getAndIncrement() == 0) ? new TomcatTestServer(port, contextPath)
					: new NettyTestServer(port, contextPath);
		}

	}

}
