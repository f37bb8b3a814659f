package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * New members that wait until all others know them or had time to.
 *
 * @param version of the list with all of them
 * @param awaited the members whose acknowledgement is missing
 * @param untilNanos the end of the wait, by the monotonic clock
 */
record Introduction(long version, List<NodeId> joiners, List<NodeId> awaited, long untilNanos) {

	Introduction acknowledgedBy(NodeId member) {
		List<NodeId> left = new ArrayList<>(this.awaited);
		left.remove(member);
		return new Introduction(this.version, this.joiners, List.copyOf(left), this.untilNanos);
	}

}
