package io.github.leaderelection.internal.health;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long a member may be silent before it is suspected. Suspicion influences
 * when nodes stand for election and what they report about members. It is never a proof.
 * Immutable and free of side effects.
 */
public sealed interface FailureDetector permits AdaptiveTimeout, FixedTimeout, PhiAccrual {

	/**
	 * The name in the configuration.
	 */
	String name();

	/**
	 * Adds a gap. The caller must first subtract the time for which the listening node
	 * itself was paused.
	 * @param gapNanos the newest gap, 0 or more
	 */
	Gaps measured(Gaps gaps, long gapNanos, SuspicionBounds bounds);

	/**
	 * How long a member may be silent by the measured gaps, before the bounds apply.
	 * @return nanoseconds
	 */
	long patienceNanos(Gaps gaps, SuspicionBounds bounds);

	/**
	 * The suspicion level phi of a silent member.
	 * @param silentNanos how long the member has been silent, 0 or more
	 * @return 0 or more: the probability of an error is ten to the power of minus phi;
	 * null if this detector has no level
	 */
	@Nullable Double phi(Gaps gaps, long silentNanos, SuspicionBounds bounds);

	/**
	 * Checks the detector's settings.
	 * @throws InvalidSettingException for a setting that does not suit the bounds
	 */
	void check(SuspicionBounds bounds);

	/**
	 * How long a member may be silent before it is suspected.
	 * @return nanoseconds, within the bounds
	 */
	default long silenceNanos(Gaps gaps, SuspicionBounds bounds) {
		return bounds.nearest(patienceNanos(gaps, bounds));
	}

}
