package io.github.leaderelection.internal.quorum.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * What is known of the other members, in the order of their ids. Immutable: the array is
 * not written after it was made.
 *
 * @param foreignLists members that are linked and answer, and whose list differs too much
 * @param successors who stands next, as the last leader named them
 */
public record Peers(Peer[] all, List<NodeId> foreignLists, List<NodeId> successors) implements StatePart {

	public static Peers strangers(int others) {
		return new Peers(Slots.all(new Peer[others], Peer.STRANGER), List.of(), List.of());
	}

	/** How many members can be reached, this node included. */
	public int reachable() {
		return 1 + (int) Arrays.stream(this.all).filter(Peer::connected).count();
	}

	/** Whether the process of any member is known to have ended since this start. */
	public boolean anyEnded() {
		return Arrays.stream(this.all).anyMatch((peer) -> peer.endedIncarnation() != 0);
	}

	public Peers with(int index, Peer peer) {
		return new Peers(Slots.with(this.all, index, peer), this.foreignLists, this.successors);
	}

	public Peers withForeignList(NodeId member) {
		List<NodeId> more = new ArrayList<>(this.foreignLists);
		more.add(member);
		return new Peers(this.all, List.copyOf(more), this.successors);
	}

	public Peers withoutForeignList(NodeId member) {
		return new Peers(this.all, this.foreignLists.stream().filter((other) -> !other.equals(member)).toList(),
				this.successors);
	}

	public Peers withSuccessors(List<NodeId> named) {
		return new Peers(this.all, this.foreignLists, named);
	}

}
