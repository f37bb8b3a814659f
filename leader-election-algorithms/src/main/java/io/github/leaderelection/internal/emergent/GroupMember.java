package io.github.leaderelection.internal.emergent;

import java.util.Objects;

import io.github.leaderelection.NodeId;

/**
 * A member of a group.
 *
 * @param id its id
 * @param ticket drawn by it for this membership: one that joins again is another member
 * @param age its place in the order of joining, from 1 for the first; the lowest is the
 * oldest
 */
public record GroupMember(NodeId id, long ticket, long age) {

	/**
	 * Checks that a member is named.
	 */
	public GroupMember {
		Objects.requireNonNull(id, "id");
	}

}
