package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The attempt of a node to join a group.
 *
 * @param again whether it was a member before, since its start
 * @param through the coordinator to join through, or null
 * @param nextNanos when it asks again, by the monotonic clock
 * @param notJoined the seed nodes that are in no group, either
 */
record JoinAttempt(boolean again, @Nullable NodeId through, int attempts, long nextNanos, List<NodeId> notJoined) {

	JoinAttempt asked(long next) {
		return new JoinAttempt(this.again, this.through, this.attempts + 1, next, this.notJoined);
	}

	JoinAttempt withNotJoined(NodeId seed) {
		if (this.notJoined.contains(seed)) {
			return this;
		}
		List<NodeId> more = new ArrayList<>(this.notJoined);
		more.add(seed);
		return new JoinAttempt(this.again, this.through, this.attempts, this.nextNanos, List.copyOf(more));
	}

}
