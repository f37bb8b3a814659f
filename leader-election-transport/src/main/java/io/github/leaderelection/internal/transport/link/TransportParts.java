package io.github.leaderelection.internal.transport.link;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.peer.PeerDialler;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * The parts of a transport that all its starts share.
 *
 * @param droppedHeartbeats counts heartbeats that slow peers did not take
 * @param turns counts how often this process has moved its sending to another connection
 */
record TransportParts(PeerTransportSettings settings, Rulebook rules, WireCodec codec, HandshakeCodec handshakeCodec,
		SharedSecret secret, long incarnation, Medium medium, CircuitBreakerRegistry breakers, Refusals refusals,
		LongAdder droppedHeartbeats, SentCounts sent, AtomicLong turns) {

	CircuitBreaker breaker(NodeId peer) {
		return this.breakers.circuitBreaker("leader-election-" + peer, PeerDialler.breakerConfig());
	}

}
