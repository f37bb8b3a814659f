package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Creates a transport of the configured type.
 */
@FunctionalInterface
interface LinkTransportType {

	/** Creates a transport that is not started. */
	LinkTransport create(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers);

}
