package io.github.leaderelection.internal.emergent;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The messages of the emergent election.
 */
public sealed interface EmergentMessage extends ElectionMessage {

	@Override
	default long term() {
		return 0;
	}

	/**
	 * A node wants to join. Sent to a seed node, which passes it to the coordinator.
	 *
	 * @param member the node
	 * @param ticket identifies this membership
	 * @param again whether it was a member before; then any member introduces it
	 */
	record JoinRequest(NodeId member, long ticket, boolean again) implements EmergentMessage {
	}

	/**
	 * The sender is in no group and cannot introduce a node.
	 *
	 * @param ticket of the request
	 */
	record NotJoined(long ticket) implements EmergentMessage {
	}

	/**
	 * The node has joined. The other members have heard of it, or had time to.
	 *
	 * @param ticket of the request
	 * @param list the members
	 */
	record JoinResponse(long ticket, GroupList list) implements EmergentMessage {
	}

	/**
	 * The present members.
	 *
	 * @param list the members
	 */
	record ListUpdate(GroupList list) implements EmergentMessage {
	}

	/**
	 * The sender has adopted a list.
	 *
	 * @param version of the list
	 */
	record ListAcknowledged(long version) implements EmergentMessage {
	}

	/**
	 * Asks for a newer list.
	 *
	 * @param ticket identifies the sender's membership
	 * @param version of the sender's list
	 * @param echo the newest received stamp of its coordinator
	 * @param able whether the sender could lead as far as it knows
	 */
	record ListRequest(long ticket, long version, long echo, boolean able) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender has no newer list.
	 *
	 * @param ticket identifies the sender's membership
	 * @param version of the list
	 * @param stamp the sender's clock
	 */
	record ListUnchanged(long ticket, long version, long stamp) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender is alive.
	 *
	 * @param ticket identifies the sender's membership
	 * @param coordinator the coordinator in its list
	 * @param version of its list
	 * @param stamp the sender's clock
	 * @param echo the newest received stamp of its coordinator
	 * @param able whether the sender could lead as far as it knows
	 */
	record Heartbeat(long ticket, NodeId coordinator, long version, long stamp, long echo,
			boolean able) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Answers a heartbeat or question of a node outside the sender's group.
	 *
	 * @param ticket the ticket that the node named
	 */
	record Stranger(long ticket) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender expects heartbeats of a member but receives none.
	 *
	 * @param member the silent member
	 * @param ticket identifies its membership
	 */
	record Silent(NodeId member, long ticket) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender stops.
	 *
	 * @param ticket identifies its membership
	 */
	record Leaving(long ticket) implements EmergentMessage {
	}

	/**
	 * A coordinator looks for another group (SplitBrainJoinRequest in the source).
	 *
	 * @param size the number of members it hears, itself included
	 * @param age its age
	 */
	record MergeCall(int size, long age) implements EmergentMessage {
	}

	/**
	 * The sender coordinates the larger group, which the receiver should join
	 * (SplitBrainMergeMessage in the source).
	 *
	 * @param size the number of members it hears, itself included
	 * @param age its age
	 */
	record MergeRequest(int size, long age) implements EmergentMessage {
	}

	/**
	 * The group dissolves, and its members join another one.
	 *
	 * @param into the coordinator of the other group
	 */
	record Merge(NodeId into) implements EmergentMessage {
	}

	/**
	 * A message of the underlying election.
	 */
	record Vote(QuorumMessage message) implements EmergentMessage {

		@Override
		public long term() {
			return this.message.term();
		}

		@Override
		public boolean isRepeated() {
			return this.message.isRepeated();
		}

	}

}
