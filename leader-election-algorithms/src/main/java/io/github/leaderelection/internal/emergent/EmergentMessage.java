package io.github.leaderelection.internal.emergent;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.NominationMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;

/**
 * The messages of the emergent election.
 */
public sealed interface EmergentMessage extends NominationMessage {

	/**
	 * A message that is repeated soon anyway.
	 */
	interface Repeated extends NominationMessage {

		@Override
		default boolean isRepeated() {
			return true;
		}

	}

	/**
	 * A node wants to join. Sent to a seed node, which passes it to the coordinator.
	 *
	 * @param again whether it was a member before; then any member introduces it
	 */
	record JoinRequest(NodeId member, long ticket, boolean again) implements EmergentMessage {
	}

	/**
	 * The sender is in no group and cannot introduce a node.
	 */
	record NotJoined(long ticket) implements EmergentMessage {
	}

	/**
	 * The node has joined. The other members have heard of it, or had time to.
	 */
	record JoinResponse(long ticket, GroupList list) implements EmergentMessage {
	}

	/**
	 * The present members.
	 */
	record ListUpdate(GroupList list) implements EmergentMessage {
	}

	/**
	 * The sender has adopted a list.
	 */
	record ListAcknowledged(long version) implements EmergentMessage {
	}

	/**
	 * Asks for a newer list.
	 *
	 * @param echo the newest received stamp of its coordinator
	 * @param able whether the sender could lead as far as it knows
	 */
	record ListRequest(long ticket, long version, long echo, boolean able) implements EmergentMessage, Repeated {
	}

	/**
	 * The sender has no newer list.
	 */
	record ListUnchanged(long ticket, long version, long stamp) implements EmergentMessage, Repeated {
	}

	/**
	 * The sender is alive.
	 *
	 * @param echo the newest received stamp of its coordinator
	 * @param able whether the sender could lead as far as it knows
	 */
	record Heartbeat(long ticket, NodeId coordinator, long version, long stamp, long echo,
			boolean able) implements EmergentMessage, Repeated {
	}

	/**
	 * Answers a heartbeat or question of a node outside the sender's group.
	 */
	record Stranger(long ticket) implements EmergentMessage, Repeated {
	}

	/**
	 * The sender expects heartbeats of a member but receives none.
	 */
	record Silent(NodeId member, long ticket) implements EmergentMessage, Repeated {
	}

	/**
	 * The sender stops.
	 */
	record Leaving(long ticket) implements EmergentMessage {
	}

	/**
	 * A coordinator looks for another group (SplitBrainJoinRequest in the source).
	 *
	 * @param size the number of members it hears, itself included
	 */
	record MergeCall(int size, long age) implements EmergentMessage {
	}

	/**
	 * The sender coordinates the larger group, which the receiver should join
	 * (SplitBrainMergeMessage in the source).
	 *
	 * @param size the number of members it hears, itself included
	 */
	record MergeRequest(int size, long age) implements EmergentMessage {
	}

	/**
	 * The group dissolves, and its members join another one.
	 */
	record Merge(NodeId into) implements EmergentMessage {
	}

	/**
	 * A message of the underlying election.
	 */
	record Vote(QuorumMessage message) implements EmergentMessage, NominationMessage.Carrier {
	}

}
