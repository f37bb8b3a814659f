package io.github.leaderelection.simulator.time;

import org.jspecify.annotations.Nullable;

/**
 * The true time as one machine lives it. It is the present, except while a run is played
 * in the midst of which the machine stands still: from there on to the end of that run it
 * is ahead by the length of the standstill, though for the others no time has passed.
 * Nothing that happens meanwhile could reach the machine, so playing ahead is exact.
 */
public final class Moment {

	private final VirtualTime time;

	private int pointsLeft;

	private long standstill;

	private @Nullable Runnable onStandstill;

	private long ahead;

	private boolean inRun;

	/** Begins at the present. */
	public Moment(VirtualTime time) {
		this.time = time;
	}

	/**
	 * The present of this machine.
	 * @return nanoseconds since the beginning
	 */
	public long now() {
		return this.time.now() + this.ahead;
	}

	/**
	 * How far this machine is ahead.
	 * @return nanoseconds, 0 unless a run is being played that stood still
	 */
	public long ahead() {
		return this.ahead;
	}

	/**
	 * Plans a standstill in the midst of the next run.
	 * @param points how many times the run reads a clock, sends or saves before
	 * @param then what happens to the machine's clocks with it
	 */
	public void standStillAfter(int points, long nanos, Runnable then) {
		this.pointsLeft = points;
		this.standstill = nanos;
		this.onStandstill = then;
	}

	/**
	 * Plans no standstill any more, and ends one that lasts.
	 */
	public void cancelStandstill() {
		disarm();
		this.ahead = 0;
	}

	/**
	 * Plans no standstill any more; one that lasts goes on.
	 */
	public void disarm() {
		this.pointsLeft = 0;
		this.onStandstill = null;
	}

	/**
	 * A point at which a run may stand still.
	 */
	public void point() {
		if (this.inRun && this.pointsLeft > 0 && --this.pointsLeft == 0) {
			Runnable then = this.onStandstill;
			if (then != null) {
				then.run();
			}
			this.ahead = this.standstill;
		}
	}

	/**
	 * Begins a run.
	 */
	public void beginRun() {
		this.inRun = true;
	}

	/** Begins to play something that began a while ago and ends at present. */
	public void lookBack(long nanos) {
		this.ahead = -nanos;
	}

	/**
	 * Comes back to the present after {@link #lookBack(long)}.
	 */
	public void catchUp() {
		this.ahead = Math.max(0, this.ahead);
	}

	/**
	 * Ends a run.
	 * @return how far it got ahead of the others
	 */
	public long endRun() {
		long gained = this.ahead;
		this.ahead = 0;
		this.inRun = false;
		if (gained > 0) {
			this.pointsLeft = 0;
			this.onStandstill = null;
		}
		return gained;
	}

}
