package io.github.leaderelection.internal.emergent;

import java.util.Objects;

import io.github.leaderelection.NodeId;

/**
 * A member of a group.
 *
 * @param ticket drawn for this membership; a member that joins again has another one
 * @param age its place in the order of joining, 1 for the first and oldest
 */
public record GroupMember(NodeId id, long ticket, long age) {

	/**
	 * Checks the id.
	 */
	public GroupMember {
		Objects.requireNonNull(id, "id");
	}

}
