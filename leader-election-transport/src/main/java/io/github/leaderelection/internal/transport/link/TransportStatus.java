package io.github.leaderelection.internal.transport.link;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.peer.Sent;
import org.jspecify.annotations.Nullable;

/**
 * The status of the transport at one moment. Immutable.
 *
 * @param peers the other members, in the order of their ids
 * @param refusals the number of refusals by reason, since the creation of the transport
 * @param lastRefusal the last refusal, or null
 * @param connections the number of open connections, links or not
 * @param unauthenticated the number of accepted connections that are not authenticated
 * @param droppedHeartbeats the number of heartbeats dropped because a peer read too
 * slowly, since the creation of the transport
 * @param sent the amount that was written to all members since the creation of the
 * transport
 */
public record TransportStatus(boolean running, List<PeerStatus> peers, Map<RefusalReason, Long> refusals,
		@Nullable String lastRefusal, int connections, int unauthenticated, long droppedHeartbeats, Sent sent,
		int observers) {

	public TransportStatus {
		peers = List.copyOf(peers);
		refusals = Map.copyOf(refusals);
	}

	/**
	 * The status of a member, or null if it is not another member.
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
	 * The link with one member.
	 *
	 * @param connected whether each of the two nodes receives from the other
	 * @param since when the link began, or null
	 * @param dialledBy the node that dialled the connection on which this node receives:
	 * this node, unless it cannot reach the member; null without such a connection
	 * @param remoteAddress the address of the member on that connection, or null
	 * @param queuedBytes the bytes that wait to be written to the member
	 * @param circuitBreaker the state of the member's circuit breaker, or null before the
	 * first dial
	 * @param lastFailure why dialling the member failed last, or null
	 * @param lastRefusal the last refusal between the two nodes, or null
	 * @param crashDetection 'in use', or why crash detection is not in use; null if it is
	 * off
	 */
	public record PeerStatus(NodeId id, boolean connected, @Nullable Instant since, @Nullable NodeId dialledBy,
			@Nullable String remoteAddress, int queuedBytes, @Nullable String circuitBreaker,
			@Nullable String lastFailure, @Nullable String lastRefusal, @Nullable String crashDetection) {
	}

}
