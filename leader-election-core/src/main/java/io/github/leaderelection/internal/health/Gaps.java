package io.github.leaderelection.internal.health;

/**
 * What was measured of the gaps between what was heard of a member. Immutable: the window
 * is never written after it was made. What mean and deviation are, and whether a window
 * is kept, is the failure detector's own affair.
 *
 * @param meanNanos the gap to expect, 0 until one was measured
 * @param deviationNanos how far gaps are from it
 * @param window the newest gaps, packed; empty where none are kept
 * @param measured how many gaps were measured, counted no further than the window needs
 */
@SuppressWarnings("ArrayRecordComponent")
public record Gaps(long meanNanos, long deviationNanos, long[] window, int measured) {

	private static final long[] NO_WINDOW = {};

	/** Nothing was measured yet. */
	public static final Gaps UNKNOWN = new Gaps(0, 0, NO_WINDOW, 0);

	static Gaps smoothed(long meanNanos, long deviationNanos) {
		return new Gaps(meanNanos, deviationNanos, NO_WINDOW, 0);
	}

	/**
	 * Whether no gap was measured yet.
	 * @return true before the first
	 */
	public boolean isUnknown() {
		return this.meanNanos == 0;
	}

}
