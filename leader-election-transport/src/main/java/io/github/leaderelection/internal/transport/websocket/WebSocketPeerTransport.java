package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.LinkTransport;
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
	 * Creates a transport that is not started and holds no resources.
	 * @param codec for the messages of every group
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		super(settings, codec, breakers, new WebSocketMedium(settings.isSecure()));
		this.serverHandler = new UpgradeHandler(doorway());
	}

	@Override
	public PeerHandler serverHandler() {
		return this.serverHandler;
	}

}
