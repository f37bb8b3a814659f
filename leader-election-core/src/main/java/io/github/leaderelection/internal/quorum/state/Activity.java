package io.github.leaderelection.internal.quorum.state;

/**
 * What this start has numbered, and whether it takes part.
 *
 * @param eligible whether the application lets the node lead
 * @param stopping whether the node was asked to stop
 */
public record Activity(long round, long beat, boolean eligible, boolean stopping,
		boolean stopped) implements StatePart {

	public static final Activity BEGUN = new Activity(0, 0, true, false, false);

	public Activity nextRound() {
		return new Activity(this.round + 1, this.beat, this.eligible, this.stopping, this.stopped);
	}

	public Activity nextBeat() {
		return new Activity(this.round, this.beat + 1, this.eligible, this.stopping, this.stopped);
	}

	public Activity withEligible(boolean stands) {
		return new Activity(this.round, this.beat, stands, this.stopping, this.stopped);
	}

	public Activity asStopping() {
		return new Activity(this.round, this.beat, this.eligible, true, this.stopped);
	}

	public Activity asStopped() {
		return new Activity(this.round, this.beat, this.eligible, this.stopping, true);
	}

}
