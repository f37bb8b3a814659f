package io.github.leaderelection.internal.quorum;

/**
 * Small numbers that only grow, and moments to remember.
 *
 * @param round names scouting rounds
 * @param beat names heartbeats
 * @param failedRounds scouting rounds and candidacies failed in a row
 * @param coolDownEndNanos until when a node that resigned stands behind all others,
 * {@link Turn#NONE} if it does not
 * @param yieldEndNanos until when this node lets a scout it granted go first,
 * {@link Turn#NONE} if it lets none
 * @param termFloor the highest floor a member named, or term of a leader that could not
 * be saved: proposals go above it
 */
record Counters(long round, long beat, int failedRounds, long coolDownEndNanos, long yieldEndNanos, long termFloor) {

	Counters nextRound() {
		return new Counters(this.round + 1, this.beat, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
				this.termFloor);
	}

	Counters nextBeat() {
		return new Counters(this.round, this.beat + 1, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
				this.termFloor);
	}

	Counters withFailedRounds(int failed) {
		return (failed == this.failedRounds) ? this : new Counters(this.round, this.beat, failed, this.coolDownEndNanos,
				this.yieldEndNanos, this.termFloor);
	}

	Counters withCoolDownEnd(long nanos) {
		return new Counters(this.round, this.beat, this.failedRounds, nanos, this.yieldEndNanos, this.termFloor);
	}

	Counters withYieldEnd(long nanos) {
		return (nanos == this.yieldEndNanos) ? this
				: new Counters(this.round, this.beat, this.failedRounds, this.coolDownEndNanos, nanos, this.termFloor);
	}

	Counters aboveFloor(long floor) {
		return new Counters(this.round, this.beat, this.failedRounds, this.coolDownEndNanos, this.yieldEndNanos,
				Math.max(floor, this.termFloor));
	}

}
