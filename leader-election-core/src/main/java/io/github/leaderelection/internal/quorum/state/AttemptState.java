package io.github.leaderelection.internal.quorum.state;

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
 * @param agreedTo the scouts this node has agreed to since it last had a leader: it lets
 * each go first once
 * @param chosen whether somebody chose this node for its leadership, or for the next one
 */
public record AttemptState(int failedRounds, long coolDownEndNanos, long yieldEndNanos, List<NodeId> agreedTo,
		boolean chosen) implements StatePart {

	public static final AttemptState NONE = new AttemptState(0, Timing.NONE, Timing.NONE, List.of(), false);

	public AttemptState withFailedRounds(int failed) {
		return new AttemptState(failed, this.coolDownEndNanos, this.yieldEndNanos, this.agreedTo, this.chosen);
	}

	public AttemptState withCoolDownEnd(long nanos) {
		return new AttemptState(this.failedRounds, nanos, this.yieldEndNanos, this.agreedTo, this.chosen);
	}

	public AttemptState withYieldEnd(long nanos) {
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, nanos, this.agreedTo, this.chosen);
	}

	public AttemptState agreeingTo(NodeId scout) {
		List<NodeId> more = new ArrayList<>(this.agreedTo);
		more.add(scout);
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos, List.copyOf(more),
				this.chosen);
	}

	public AttemptState agreeingToNobody() {
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos, List.of(), this.chosen);
	}

	public AttemptState withChosen(boolean is) {
		return new AttemptState(this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos, this.agreedTo, is);
	}

}
