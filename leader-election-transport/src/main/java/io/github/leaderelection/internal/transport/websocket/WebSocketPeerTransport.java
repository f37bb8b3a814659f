package io.github.leaderelection.internal.transport.websocket;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

import org.springframework.util.ClassUtils;

/**
 * Links a node with the other members over WebSocket.
 */
public final class WebSocketPeerTransport extends LinkTransport {

	private static final boolean TOMCAT = ClassUtils.isPresent("org.apache.tomcat.websocket.WsWebSocketContainer",
			WebSocketPeerTransport.class.getClassLoader());

	private final PeerHandler serverHandler;

	/**
	 * Creates a transport that is not started and holds no resources. It dials by
	 * Tomcat's client, or by the JDK's if Tomcat is absent.
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		this(settings, codec, breakers,
				TOMCAT ? new WebSocketMedium(settings.protection().tls()) : new JdkWebSocketMedium());
	}

	private WebSocketPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			Medium medium) {
		super(settings, codec, breakers, medium);
		this.serverHandler = new UpgradeHandler(acceptor());
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
