package io.github.leaderelection.internal.oscillation;

import java.time.Duration;
import java.util.Objects;

/**
 * When leadership counts as oscillating.
 *
 * @param changes so many changes of the leader that nobody asked for, 2 to
 * {@value #MAX_CHANGES}
 * @param window within so long, {@link #MIN_WINDOW} to {@link #MAX_WINDOW}
 */
public record OscillationSettings(int changes, Duration window) {

	/** The largest number of changes. */
	public static final int MAX_CHANGES = 64;

	/** The shortest window. */
	public static final Duration MIN_WINDOW = Duration.ofSeconds(1);

	/** The longest window. */
	public static final Duration MAX_WINDOW = Duration.ofDays(1);

	/** Three changes in ten minutes. */
	public static final OscillationSettings DEFAULTS = new OscillationSettings(3, Duration.ofMinutes(10));

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if a value is out of its range; the message names
	 * the value and the remedy
	 */
	public OscillationSettings {
		Objects.requireNonNull(window, "window");
		if (changes < 2 || changes > MAX_CHANGES) {
			throw new IllegalArgumentException("The number of changes " + changes + " is not between 2 and "
					+ MAX_CHANGES + ": one change is a fail-over; 3 suits most applications");
		}
		if (window.compareTo(MIN_WINDOW) < 0 || window.compareTo(MAX_WINDOW) > 0) {
			throw new IllegalArgumentException("The window " + window + " is not between " + MIN_WINDOW + " and "
					+ MAX_WINDOW + ": 10 minutes suit most applications");
		}
	}

}
