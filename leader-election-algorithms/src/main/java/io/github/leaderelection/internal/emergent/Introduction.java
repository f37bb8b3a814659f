package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * New members that wait until all others know of them, or were given time to.
 *
 * @param version the list with all of them
 * @param joiners the new members
 * @param awaited whose acknowledgement is missing
 * @param untilNanos when they are awaited no longer, by the monotonic clock
 */
record Introduction(long version, List<NodeId> joiners, List<NodeId> awaited, long untilNanos) {

	Introduction acknowledgedBy(NodeId member) {
		List<NodeId> left = new ArrayList<>(this.awaited);
		left.remove(member);
		return new Introduction(this.version, this.joiners, List.copyOf(left), this.untilNanos);
	}

}
