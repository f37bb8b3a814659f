package io.github.leaderelection.internal.health;

import org.jspecify.annotations.Nullable;

/**
 * The default detector. It suspects after the smoothed gap plus four times its smoothed
 * deviation, like TCP's retransmission time-out. It adapts to a slower network within a
 * few heartbeats and keeps only two numbers.
 */
public record AdaptiveTimeout() implements FailureDetector {

	public static final String NAME = "adaptive";

	private static final int DEVIATIONS = 4;

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Gaps measured(Gaps gaps, long gapNanos, SuspicionBounds bounds) {
		if (gaps.isUnknown()) {
			return Gaps.smoothed(gapNanos, gapNanos / 4);
		}
		long deviation = Math.abs(gapNanos - gaps.meanNanos());
		return Gaps.smoothed(gaps.meanNanos() + (gapNanos - gaps.meanNanos()) / 8,
				gaps.deviationNanos() + (deviation - gaps.deviationNanos()) / 4);
	}

	@Override
	public long patienceNanos(Gaps gaps, SuspicionBounds bounds) {
		return gaps.meanNanos() + DEVIATIONS * gaps.deviationNanos();
	}

	@Override
	public @Nullable Double phi(Gaps gaps, long silentNanos, SuspicionBounds bounds) {
		return null;
	}

	@Override
	public void check(SuspicionBounds bounds) {
		// No settings to check.
	}

}
