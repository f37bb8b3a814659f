package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.internal.quorum.state.Slots;
import io.github.leaderelection.internal.quorum.state.StatePart;
import io.github.leaderelection.internal.quorum.state.Timing;

/**
 * The timers between two steps. Immutable: no array is written after it was made.
 *
 * @param deadlines per timer when it is due by the protocol, {@link Timing#NONE} for
 * never
 * @param armed per timer what the event loop was told: never later than the deadline
 */
public record Timers(long[] deadlines, long[] armed) implements StatePart {

	static Timers none() {
		long[] never = Slots.all(QuorumTimer.values().length, Timing.NONE);
		return new Timers(never, never);
	}

	long deadline(QuorumTimer timer) {
		return this.deadlines[timer.ordinal()];
	}

}
