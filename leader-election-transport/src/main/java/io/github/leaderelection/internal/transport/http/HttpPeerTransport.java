package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.springframework.web.HttpRequestHandler;

/**
 * Links a node with the other members over HTTP. Whoever dials opens a session; from then
 * on each side POSTs what it has to say to the URL of the other, so both must know it.
 */
public final class HttpPeerTransport extends LinkTransport {

	private final PostHandler serverHandler;

	/**
	 * Makes a transport that has not started and holds nothing open.
	 * @param settings what it must know
	 * @param codec of the messages of every group
	 * @param breakers where the circuit breakers live, one for each member, named
	 * {@code leader-election-} and the member's id
	 */
	public HttpPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers) {
		this(settings, codec, breakers, new HttpMedium());
	}

	private HttpPeerTransport(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers,
			HttpMedium medium) {
		super(settings, codec, breakers, medium);
		this.serverHandler = new PostHandler(doorway(), medium);
	}

	@Override
	public HttpRequestHandler serverHandler() {
		return this.serverHandler;
	}

}
