package io.github.leaderelection.simulator.cluster;

/**
 * How a machine is made. Durations are in nanoseconds.
 *
 * @param monotonicOrigin what its monotonic clock shows at the beginning
 * @param ratePpm how much faster than true time that clock is, in millionths
 * @param wallOffset how far the wall clock is off
 * @param disciplinedWall whether the wall clock keeps true time whatever the rate
 * @param shortestSave how long a save takes at least
 * @param longestSave how long a save takes at most
 */
public record MachineSpec(long monotonicOrigin, long ratePpm, long wallOffset, boolean disciplinedWall,
		long shortestSave, long longestSave) {

	/** A machine with perfect clocks. */
	public static MachineSpec perfect(long save) {
		return new MachineSpec(0, 0, 0, false, save, save);
	}

}
