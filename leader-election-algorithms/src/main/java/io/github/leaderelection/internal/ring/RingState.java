package io.github.leaderelection.internal.ring;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.LayeredState;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * The state of the ring election on one node. Immutable.
 *
 * @param untilNanos the end of the phase, by the monotonic clock
 * @param lap the number of the last lap this node took part in
 * @param highest the highest candidate it passed on in this lap, null before the first
 * @param coordinator the member announced last, or null
 * @param step the message it sent last, or null
 * @param failures how often it was ahead in a lap without becoming leader, since it last
 * knew a leader
 * @param laps the number of laps it took part in since then
 * @param beginsNext whether the resigning leader left the next lap to this node
 */
public record RingState(QuorumState election, Phase phase, long untilNanos, long lap, @Nullable RingCandidate highest,
		@Nullable NodeId coordinator, @Nullable Step step, int failures, int laps,
		boolean beginsNext) implements LayeredState<RingState> {

	public enum Phase {

		/** This node takes part in no lap. */
		IDLE,

		/** It has passed the first lap on. */
		TAKING_PART,

		/** A leader was announced and has time to lead. */
		ANNOUNCED,

		/** The own id came back, and this node stands. */
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

	/** A leader is known, so laps and failures count anew. */
	RingState led() {
		return new RingState(this.election, Phase.IDLE, 0, this.lap, null, null, this.step, 0, 0, false);
	}

	/**
	 * Whether this node itself was ahead in its last lap.
	 */
	boolean isAhead() {
		return this.highest != null && this.highest.id().equals(this.election.self());
	}

	/**
	 * A message to the next member.
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
