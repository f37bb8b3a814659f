package io.github.leaderelection.internal.quorum.part;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * Which members this node lets go first.
 *
 * @param failedRounds scouting rounds and candidacies failed in a row
 * @param coolDownEndNanos until when a node that resigned stands behind all others,
 * {@link Timing#NONE} if it does not
 * @param yieldEndNanos until when this node lets a scout it granted go first,
 * {@link Timing#NONE} if it lets none
 * @param yieldedTo the scouts this node has already waited for since it last had a leader
 */
public record AttemptState(int failedRounds, long coolDownEndNanos, long yieldEndNanos,
		List<NodeId> yieldedTo) implements StatePart {

	public static final AttemptState NONE = new AttemptState(0, Timing.NONE, Timing.NONE, List.of());

	public AttemptState withFailedRounds(int failed) {
		return new AttemptState(failed, this.coolDownEndNanos, this.yieldEndNanos, this.yieldedTo);
	}

	public AttemptState withCoolDownEnd(long nanos) {
		return new AttemptState(this.failedRounds, nanos, this.yieldEndNanos, this.yieldedTo);
	}

	public AttemptState withYieldEnd(long nanos) {
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, nanos, this.yieldedTo);
	}

	public AttemptState yieldingTo(NodeId scout) {
		List<NodeId> more = new ArrayList<>(this.yieldedTo);
		more.add(scout);
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos, List.copyOf(more));
	}

	public AttemptState yieldingToNobody() {
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos, List.of());
	}

}
