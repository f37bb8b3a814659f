package io.github.leaderelection.internal.health;

import java.time.Duration;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * Suspects every member after the same time, regardless of the measured gaps. So the time
 * of a suspicion is known beforehand.
 */
public record FixedTimeout(long timeoutNanos) implements FailureDetector {

	public static final String NAME = "fixed";

	/** The default time in heartbeats. */
	public static final int DEFAULT_HEARTBEATS = 3;

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Gaps measured(Gaps gaps, long gapNanos, SuspicionBounds bounds) {
		return gaps;
	}

	@Override
	public long patienceNanos(Gaps gaps, SuspicionBounds bounds) {
		return this.timeoutNanos;
	}

	@Override
	public @Nullable Double phi(Gaps gaps, long silentNanos, SuspicionBounds bounds) {
		return null;
	}

	@Override
	public void check(SuspicionBounds bounds) {
		if (bounds.nearest(this.timeoutNanos) != this.timeoutNanos) {
			throw new InvalidSettingException("failure-detector.timeout", Duration.ofNanos(this.timeoutNanos),
					"It is not between two and a half heartbeats, " + text(bounds.leastNanos())
							+ ", and six tenths of the lease, " + text(bounds.mostNanos()),
					"Omit it for three heartbeats, choose a value in between, or change the heartbeat interval or the lease");
		}
	}

	private static String text(long nanos) {
		return InvalidSettingException.text(Duration.ofNanos(nanos));
	}

}
