package io.github.leaderelection.internal.transport.link;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.Medium;
import io.github.leaderelection.internal.transport.medium.PeerTransportSettings;
import io.github.leaderelection.internal.transport.peer.PeerDialler;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;

/**
 * What outlives a start of the transport.
 *
 * @param settings what the transport must know
 * @param rules by which this node holds elections
 * @param codec of messages
 * @param handshakeCodec of what comes before them
 * @param secret proves and checks
 * @param incarnation of this process
 * @param medium carries connections
 * @param breakers where the circuit breakers live
 * @param refusals what was refused
 * @param droppedHeartbeats what peers took too slowly
 * @param sent what was written
 * @param turns how often this process has begun to speak on another connection
 */
record TransportParts(PeerTransportSettings settings, Rulebook rules, WireCodec codec, HandshakeCodec handshakeCodec,
		SharedSecret secret, long incarnation, Medium medium, CircuitBreakerRegistry breakers, Refusals refusals,
		LongAdder droppedHeartbeats, SentCounts sent, AtomicLong turns) {

	CircuitBreaker breaker(NodeId peer) {
		return this.breakers.circuitBreaker("leader-election-" + peer, PeerDialler.breakerConfig());
	}

}
