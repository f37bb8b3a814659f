package io.github.leaderelection.internal.health;

/**
 * The measured gaps between signs of life of a member. Immutable: the window is never
 * written after its creation. The failure detector defines mean and deviation, and
 * whether it keeps a window.
 *
 * @param meanNanos the expected gap, 0 before the first one
 * @param window the newest gaps, packed; empty if none are kept
 * @param measured the number of measured gaps, counted only as far as the window needs
 */
@SuppressWarnings("ArrayRecordComponent")
public record Gaps(long meanNanos, long deviationNanos, long[] window, int measured) {

	private static final long[] NO_WINDOW = {};

	/** No gap was measured yet. */
	public static final Gaps UNKNOWN = new Gaps(0, 0, NO_WINDOW, 0);

	static Gaps smoothed(long meanNanos, long deviationNanos) {
		return new Gaps(meanNanos, deviationNanos, NO_WINDOW, 0);
	}

	public boolean isUnknown() {
		return this.meanNanos == 0;
	}

}
