package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Links a node with the other members over HTTP. Each side of a session POSTs to the URL
 * of the other, so both must know these URLs.
 */
public final class HttpPeerTransport extends LinkTransport {

	private final PostHandler serverHandler;

	/**
	 * Creates a transport that is not started and holds no resources.
	 * @param breakers holds one circuit breaker for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public HttpPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		this(settings, codec, breakers, new HttpMedium());
	}

	private HttpPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			HttpMedium medium) {
		super(settings, codec, breakers, medium);
		this.serverHandler = new PostHandler(acceptor(), medium);
	}

	@Override
	public PeerHandler serverHandler() {
		return this.serverHandler;
	}

}
