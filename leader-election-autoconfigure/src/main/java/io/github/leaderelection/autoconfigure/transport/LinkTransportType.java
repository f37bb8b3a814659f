package io.github.leaderelection.autoconfigure.transport;

import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * Makes a transport of the configured type.
 */
@FunctionalInterface
interface LinkTransportType {

	/**
	 * Makes a transport that has not started.
	 * @param settings what it must know
	 * @param codec of the messages of every group
	 * @param breakers where the circuit breakers live
	 * @return the transport
	 */
	LinkTransport create(PeerTransportSettings settings, WireCodec codec, CircuitBreakerRegistry breakers);

}
