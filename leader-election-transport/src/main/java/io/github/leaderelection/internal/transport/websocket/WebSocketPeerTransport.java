package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Links a node with the other members over WebSocket.
 */
public final class WebSocketPeerTransport extends LinkTransport {

	private final PeerHandler serverHandler;

	/**
	 * Creates a transport that is not started and holds no resources. It dials by the
	 * WebSocket client of a servlet container.
	 * @param codec for the messages of every group
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		this(settings, codec, breakers, new WebSocketMedium(settings.protection().tls()));
	}

	private WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			Medium medium) {
		super(settings, codec, breakers, medium);
		this.serverHandler = new UpgradeHandler(doorway());
	}

	/**
	 * Creates a transport that dials by the JDK's client, without a servlet container.
	 */
	public static WebSocketPeerTransport withoutContainer(PeerTransportSettings settings, WireCodec codec,
			CircuitBreakerRegistry breakers) {
		return new WebSocketPeerTransport(settings, codec, breakers, new JdkWebSocketMedium());
	}

	@Override
	public PeerHandler serverHandler() {
		return this.serverHandler;
	}

}
