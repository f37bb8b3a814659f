package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * What a start of a node knows of the register of a group.
 *
 * @param self the id of this node
 * @param members all members, this node included
 * @param againNanos after how long a message that was not answered is said again
 */
public record MetadataSettings(NodeId self, List<NodeId> members, long againNanos) {

	/**
	 * Copies the list.
	 */
	public MetadataSettings {
		members = List.copyOf(members);
	}

	/** How many members make a majority. */
	public int quorum() {
		return this.members.size() / 2 + 1;
	}

}
