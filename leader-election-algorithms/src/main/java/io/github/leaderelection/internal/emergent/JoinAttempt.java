package io.github.leaderelection.internal.emergent;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * A node on its way into a group.
 *
 * @param again whether it was a member before, since it started
 * @param through the coordinator it was sent to, or null
 * @param attempts how often it has asked
 * @param nextNanos when it asks again, by the monotonic clock
 * @param notJoined seed nodes that are in no group either
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
