package io.github.leaderelection.internal.health;

import java.time.Duration;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * The same time for every member, whatever was measured: for whoever wants to know
 * beforehand when a silent member is suspected.
 *
 * @param timeoutNanos the time
 */
public record FixedTimeout(long timeoutNanos) implements FailureDetector {

	/** The name. */
	public static final String NAME = "fixed";

	/** Heartbeats in the time that is used where none is set. */
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
					"Leave it out for three heartbeats, choose one in between, or change heartbeat interval or lease");
		}
	}

	private static String text(long nanos) {
		return InvalidSettingException.text(Duration.ofNanos(nanos));
	}

}
