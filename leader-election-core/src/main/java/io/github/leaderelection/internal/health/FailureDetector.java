package io.github.leaderelection.internal.health;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * Decides how long a member may be silent before it is suspected. Suspicion steers when
 * somebody stands for election and what is told of members; it never proves anything.
 * Immutable, pure, for any thread.
 */
public sealed interface FailureDetector permits AdaptiveTimeout, FixedTimeout, PhiAccrual {

	/**
	 * The name under which it is chosen.
	 * @return the name
	 */
	String name();

	/**
	 * Takes a gap into account. A gap in which the node that listens stood still itself
	 * must be shortened by that before.
	 * @param gaps what was measured so far
	 * @param gapNanos the newest gap, 0 or more
	 * @param bounds the bounds
	 * @return what is measured now
	 */
	Gaps measured(Gaps gaps, long gapNanos, SuspicionBounds bounds);

	/**
	 * How long a member may be silent by what was measured, bounds aside.
	 * @param gaps what was measured
	 * @param bounds the bounds
	 * @return nanoseconds
	 */
	long patienceNanos(Gaps gaps, SuspicionBounds bounds);

	/**
	 * How sure it is that a silent member is gone, where it goes by how likely such a
	 * silence is.
	 * @param gaps what was measured
	 * @param silentNanos for how long the member has been silent, 0 or more
	 * @param bounds the bounds
	 * @return the level of suspicion phi, 0 or more: at phi a suspicion is wrong once in
	 * ten to the power of phi; null where there is none
	 */
	@Nullable Double phi(Gaps gaps, long silentNanos, SuspicionBounds bounds);

	/**
	 * Checks that the detector can be used with given settings.
	 * @param bounds the bounds
	 * @throws InvalidSettingException if it cannot
	 */
	void check(SuspicionBounds bounds);

	/**
	 * For how long a member may be silent before it is suspected.
	 * @param gaps what was measured
	 * @param bounds the bounds
	 * @return nanoseconds, within the bounds
	 */
	default long silenceNanos(Gaps gaps, SuspicionBounds bounds) {
		return bounds.nearest(patienceNanos(gaps, bounds));
	}

}
