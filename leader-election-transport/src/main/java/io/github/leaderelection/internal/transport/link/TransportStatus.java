package io.github.leaderelection.internal.transport.link;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import io.github.leaderelection.internal.transport.peer.Sent;
import org.jspecify.annotations.Nullable;

/**
 * What the transport does at one moment. Immutable.
 *
 * @param running whether links are accepted and kept
 * @param peers the other members, in the order of their ids
 * @param refusals how often something was refused since the transport was made, for every
 * reason
 * @param lastRefusal what was refused last and why, or null
 * @param connections open connections, whether links or not yet
 * @param unauthenticated accepted connections that are not authenticated yet
 * @param droppedHeartbeats heartbeats dropped because a peer took them too slowly, since
 * the transport was made
 * @param sent what was written to all members since the transport was made
 */
public record TransportStatus(boolean running, List<PeerStatus> peers, Map<RefusalReason, Long> refusals,
		@Nullable String lastRefusal, int connections, int unauthenticated, long droppedHeartbeats, Sent sent) {

	/**
	 * Copies the collections.
	 */
	public TransportStatus {
		peers = List.copyOf(peers);
		refusals = Map.copyOf(refusals);
	}

	/**
	 * Looks a member up.
	 * @param id its id
	 * @return its state, or null if it is no other member
	 */
	public @Nullable PeerStatus peer(NodeId id) {
		for (PeerStatus peer : this.peers) {
			if (peer.id().equals(id)) {
				return peer;
			}
		}
		return null;
	}

	/**
	 * The link to one member.
	 *
	 * @param id the member
	 * @param connected whether each of the two hears the other
	 * @param since when that began, or null
	 * @param dialledBy which of the two nodes dialled the connection on which the member
	 * is heard: this one, unless it does not reach the member; null if it is not heard
	 * @param remoteAddress the other end of that connection, or null
	 * @param queuedBytes what waits to be written to the member
	 * @param circuitBreaker the state of its circuit breaker, or null before the first
	 * dial
	 * @param lastFailure why dialling it failed last, or null
	 * @param lastRefusal what of it was refused last and why, or null
	 */
	public record PeerStatus(NodeId id, boolean connected, @Nullable Instant since, @Nullable NodeId dialledBy,
			@Nullable String remoteAddress, int queuedBytes, @Nullable String circuitBreaker,
			@Nullable String lastFailure, @Nullable String lastRefusal) {
	}

}
