package io.github.leaderelection.internal.quorum;

import java.util.Arrays;
import java.util.function.Consumer;

import io.github.leaderelection.internal.protocol.Effect;

/**
 * The timers in one step: when each is due by the protocol, and what the event loop was
 * told of it. The event loop is never told later than a timer is due.
 */
final class StepTimers {

	private static final QuorumTimer[] ALL = QuorumTimer.values();

	private final long[] deadlines;

	private final long[] armed;

	private StepTimers(long[] deadlines, long[] armed) {
		this.deadlines = deadlines;
		this.armed = armed;
	}

	/** Of a first step: none is set. */
	static StepTimers none() {
		long[] never = new long[ALL.length];
		Arrays.fill(never, Turn.NONE);
		return new StepTimers(never, never.clone());
	}

	static StepTimers of(QuorumState state) {
		return new StepTimers(state.deadlines().clone(), state.armed().clone());
	}

	/** By timer when it is due; not to be written to. */
	long[] deadlines() {
		return this.deadlines;
	}

	/** By timer what the event loop was told; not to be written to. */
	long[] armed() {
		return this.armed;
	}

	long deadline(QuorumTimer timer) {
		return this.deadlines[timer.ordinal()];
	}

	void set(QuorumTimer timer, long nanos) {
		// the one value that means 'never' is moved by a nanosecond
		this.deadlines[timer.ordinal()] = (nanos == Turn.NONE) ? nanos + 1 : nanos;
	}

	void clear(QuorumTimer timer) {
		this.deadlines[timer.ordinal()] = Turn.NONE;
	}

	/** The event loop has fired a timer, and knows no more of it. */
	void fired(QuorumTimer timer) {
		this.armed[timer.ordinal()] = Turn.NONE;
	}

	/**
	 * Tells the event loop what has changed.
	 * @param nanos the clock now
	 * @param effects takes what it is told
	 */
	void arm(long nanos, Consumer<Effect<QuorumMessage>> effects) {
		for (QuorumTimer timer : ALL) {
			int i = timer.ordinal();
			long due = this.deadlines[i];
			if (due == Turn.NONE) {
				if (this.armed[i] != Turn.NONE) {
					this.armed[i] = Turn.NONE;
					effects.accept(new Effect.CancelTimer<>(timer));
				}
			}
			else if (this.armed[i] == Turn.NONE || due - this.armed[i] < 0 || firesFarTooEarly(i, nanos)) {
				this.armed[i] = due;
				effects.accept(new Effect.StartTimer<>(timer, due));
			}
		}
	}

	/**
	 * A deadline that moved back is left to fire early and is armed anew then, which asks
	 * for less than arming it at each move. Once half of the time to it is gone it is
	 * armed all the same: a deadline that every heartbeat moves on then never wakes
	 * anybody.
	 */
	private boolean firesFarTooEarly(int timer, long nanos) {
		long toArmed = this.armed[timer] - nanos;
		long toDue = this.deadlines[timer] - nanos;
		// one that should have fired and did not, for its step failed, is armed anew too
		return toDue - toArmed > 0 && toArmed < toDue / 2;
	}

}
