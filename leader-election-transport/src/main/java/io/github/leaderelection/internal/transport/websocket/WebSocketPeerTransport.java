package io.github.leaderelection.internal.transport.websocket;

import java.util.List;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.web.HttpRequestHandler;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/**
 * Links a node with the other members over WebSocket.
 */
public final class WebSocketPeerTransport extends LinkTransport {

	private final HttpRequestHandler serverHandler;

	/**
	 * Creates a transport that is not started and holds no resources.
	 * @param codec for the messages of every group
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		super(settings, codec, breakers, new WebSocketMedium(settings.isSecure()));
		WebSocketHttpRequestHandler upgrades = new WebSocketHttpRequestHandler(new LinkSocketHandler(doorway()::accept),
				new PeerHandshakeHandler());
		upgrades.setHandshakeInterceptors(List.of(new UpgradeGate(doorway())));
		this.serverHandler = (request, response) -> upgrades.handleRequest(Sockets.guarded(request), response);
	}

	@Override
	public HttpRequestHandler serverHandler() {
		return this.serverHandler;
	}

}
