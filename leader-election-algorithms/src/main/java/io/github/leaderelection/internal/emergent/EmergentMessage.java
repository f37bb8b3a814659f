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
	 * Somebody wants to join. Sent to a seed node, and handed on to the coordinator.
	 *
	 * @param member who wants to
	 * @param ticket names this membership
	 * @param again whether it was a member before: then any member introduces it
	 */
	record JoinRequest(NodeId member, long ticket, boolean again) implements EmergentMessage {
	}

	/**
	 * The sender is in no group itself and can introduce nobody.
	 *
	 * @param ticket of the request
	 */
	record NotJoined(long ticket) implements EmergentMessage {
	}

	/**
	 * The member has joined; the others have heard of it, or were given time to.
	 *
	 * @param ticket of the request
	 * @param list the members
	 */
	record JoinResponse(long ticket, GroupList list) implements EmergentMessage {
	}

	/**
	 * The members as they are now.
	 *
	 * @param list the members
	 */
	record ListUpdate(GroupList list) implements EmergentMessage {
	}

	/**
	 * The sender goes by a list.
	 *
	 * @param version of the list
	 */
	record ListAcknowledged(long version) implements EmergentMessage {
	}

	/**
	 * Asks for the list if there is a newer one.
	 *
	 * @param ticket names the sender's membership
	 * @param version the sender's list
	 * @param echo the newest stamp of its coordinator that it heard
	 * @param able whether it could lead as far as it knows
	 */
	record ListRequest(long ticket, long version, long echo, boolean able) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender's list is the newest there is.
	 *
	 * @param ticket names the sender's membership
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
	 * The sender lives.
	 *
	 * @param ticket names the sender's membership
	 * @param coordinator whom it takes to be the coordinator
	 * @param version of its list
	 * @param stamp the sender's clock
	 * @param echo the newest stamp of its coordinator that it heard
	 * @param able whether it could lead as far as it knows
	 */
	record Heartbeat(long ticket, NodeId coordinator, long version, long stamp, long echo,
			boolean able) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Answers a heartbeat or a question of one that is no member of the sender's group.
	 *
	 * @param ticket the one it named
	 */
	record Stranger(long ticket) implements EmergentMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * The sender, who expects heartbeats of a member, gets none.
	 *
	 * @param member the silent one
	 * @param ticket names its membership
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
	 * @param ticket names its membership
	 */
	record Leaving(long ticket) implements EmergentMessage {
	}

	/**
	 * A coordinator looks for another group: the seed's SplitBrainJoinRequest.
	 *
	 * @param size how many members it hears, itself included
	 * @param age its age
	 */
	record MergeCall(int size, long age) implements EmergentMessage {
	}

	/**
	 * The sender coordinates the larger group, which the other is to join: the seed's
	 * SplitBrainMergeMessage.
	 *
	 * @param size how many members it hears, itself included
	 * @param age its age
	 */
	record MergeRequest(int size, long age) implements EmergentMessage {
	}

	/**
	 * The group dissolves; its members join another.
	 *
	 * @param into the coordinator of the other
	 */
	record Merge(NodeId into) implements EmergentMessage {
	}

	/**
	 * A message of the election below.
	 *
	 * @param message the message
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
