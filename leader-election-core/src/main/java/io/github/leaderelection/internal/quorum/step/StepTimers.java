package io.github.leaderelection.internal.quorum.step;

import java.util.function.Consumer;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.Timers;
import io.github.leaderelection.internal.quorum.state.Timing;

/**
 * The timers in one step: when each is due, and what the event loop knows. The event loop
 * never wakes up later than a timer is due.
 */
public final class StepTimers {

	private static final QuorumTimer[] ALL = QuorumTimer.values();

	private final long[] deadlines;

	private final long[] armed;

	private StepTimers(long[] deadlines, long[] armed) {
		this.deadlines = deadlines;
		this.armed = armed;
	}

	public static StepTimers of(Timers timers) {
		return new StepTimers(timers.deadlines().clone(), timers.armed().clone());
	}

	/** As they are at the end of the step. */
	public Timers ended() {
		return new Timers(this.deadlines, this.armed);
	}

	long deadline(QuorumTimer timer) {
		return this.deadlines[timer.ordinal()];
	}

	public void set(QuorumTimer timer, long nanos) {
		// the one value that means 'never' is moved by a nanosecond
		this.deadlines[timer.ordinal()] = (nanos == Timing.NONE) ? nanos + 1 : nanos;
	}

	void clear(QuorumTimer timer) {
		this.deadlines[timer.ordinal()] = Timing.NONE;
	}

	/**
	 * The event loop has fired a timer and forgotten it.
	 */
	void fired(QuorumTimer timer) {
		this.armed[timer.ordinal()] = Timing.NONE;
	}

	/** Tells the event loop what has changed. */
	void arm(long nanos, Consumer<Effect<QuorumMessage>> effects) {
		for (QuorumTimer timer : ALL) {
			int i = timer.ordinal();
			long due = this.deadlines[i];
			if (due == Timing.NONE) {
				if (this.armed[i] != Timing.NONE) {
					this.armed[i] = Timing.NONE;
					effects.accept(new Effect.CancelTimer<>(timer));
				}
			}
			else if (this.armed[i] == Timing.NONE || due - this.armed[i] < 0 || firesFarTooEarly(i, nanos)) {
				this.armed[i] = due;
				effects.accept(new Effect.StartTimer<>(timer, due));
			}
		}
	}

	/**
	 * A deadline that moves back fires early and is armed again then. That is cheaper
	 * than arming it at each move. Once half of its time is gone it is armed at once. So
	 * a deadline that every heartbeat moves never fires.
	 */
	private boolean firesFarTooEarly(int timer, long nanos) {
		long toArmed = this.armed[timer] - nanos;
		long toDue = this.deadlines[timer] - nanos;
		// this also arms a timer again whose step failed
		return toDue - toArmed > 0 && toArmed < toDue / 2;
	}

}
