package io.github.leaderelection.internal.ring;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the ring election on one node. Immutable.
 *
 * @param election the state of the election below
 * @param phase what this node does
 * @param untilNanos until when, by the monotonic clock
 * @param lap the number of the last lap this node had to do with
 * @param highest the highest candidate it passed on in this lap, null before the first
 * @param coordinator who was announced last, or null
 * @param step what it sent to another last, or null
 * @param failures how often it was ahead in a lap, and did not come to lead, since it
 * last knew of a leader
 * @param laps how many laps it took part in since then
 * @param beginsNext whether the leader that gives leadership up left the next lap to this
 * node
 */
public record RingState(QuorumState election, Phase phase, long untilNanos, long lap, @Nullable RingCandidate highest,
		@Nullable NodeId coordinator, @Nullable Step step, int failures, int laps,
		boolean beginsNext) implements Nominating<RingState> {

	/**
	 * What a node does.
	 */
	public enum Phase {

		/** It takes part in no lap. */
		IDLE,

		/** It has passed on the first lap. */
		TAKING_PART,

		/** A leader was announced and is given time to lead. */
		ANNOUNCED,

		/** Its id came home, and it stands. */
		COORDINATING

	}

	static RingState begin(QuorumState election) {
		return new RingState(election, Phase.IDLE, 0, 0, null, null, null, 0, 0, false);
	}

	@Override
	public RingState withElection(QuorumState next) {
		return new RingState(next, this.phase, this.untilNanos, this.lap, this.highest, this.coordinator, this.step,
				this.failures, this.laps, this.beginsNext);
	}

	RingState in(Phase next, long until) {
		return new RingState(this.election, next, until, this.lap, this.highest, this.coordinator, this.step,
				this.failures, this.laps, this.beginsNext);
	}

	RingState takingPart(long number, RingCandidate candidate) {
		int more = (this.phase == Phase.TAKING_PART && this.lap == number) ? 0 : 1;
		return new RingState(this.election, Phase.TAKING_PART, this.untilNanos, number, candidate, this.coordinator,
				this.step, this.failures, this.laps + more, false);
	}

	RingState announced(long number, NodeId leader, long until) {
		return new RingState(this.election, Phase.ANNOUNCED, until, number, this.highest, leader, this.step,
				this.failures, this.laps, this.beginsNext);
	}

	RingState atLap(long number) {
		return new RingState(this.election, this.phase, this.untilNanos, number, this.highest, this.coordinator,
				this.step, this.failures, this.laps, this.beginsNext);
	}

	RingState sending(@Nullable Step next) {
		return new RingState(this.election, this.phase, this.untilNanos, this.lap, this.highest, this.coordinator, next,
				this.failures, this.laps, this.beginsNext);
	}

	RingState failed() {
		return new RingState(this.election, this.phase, this.untilNanos, this.lap, this.highest, this.coordinator,
				this.step, this.failures + 1, this.laps, this.beginsNext);
	}

	RingState beginningNext() {
		return new RingState(this.election, this.phase, this.untilNanos, this.lap, this.highest, this.coordinator,
				this.step, this.failures, this.laps, true);
	}

	/** Laps and failures count anew: there is a leader. */
	RingState led() {
		return new RingState(this.election, Phase.IDLE, 0, this.lap, null, null, this.step, 0, 0, false);
	}

	/**
	 * Whether it was ahead in its last lap itself.
	 */
	boolean isAhead() {
		return this.highest != null && this.highest.id().equals(this.election.self());
	}

	/**
	 * A message on its way to the next member.
	 *
	 * @param to the member
	 * @param message an Election or a Coordinator
	 * @param acknowledged whether the member has it
	 */
	record Step(NodeId to, RingMessage message, boolean acknowledged) {

		Step arrived() {
			return new Step(this.to, this.message, true);
		}

		boolean isFor(RingMessage.Received received) {
			if (this.message instanceof RingMessage.Election election) {
				return election.lap() == received.lap() && election.candidate().id().equals(received.subject());
			}
			return this.message instanceof RingMessage.Coordinator coordinator && coordinator.lap() == received.lap()
					&& coordinator.leader().equals(received.subject());
		}

	}

}
