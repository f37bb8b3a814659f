package io.github.leaderelection.internal.flapping;

import java.time.Duration;
import java.util.Objects;

import io.github.leaderelection.internal.setting.InvalidSettingException;

/**
 * When leadership counts as flapping.
 *
 * @param changes the number of unrequested changes of the leader, 2 to
 * {@value #MAX_CHANGES}
 * @param window the time of these changes, {@link #MIN_WINDOW} to {@link #MAX_WINDOW}
 */
public record FlappingSettings(int changes, Duration window) {

	/** The largest number of changes. */
	public static final int MAX_CHANGES = 64;

	/** The shortest window. */
	public static final Duration MIN_WINDOW = Duration.ofSeconds(1);

	/** The longest window. */
	public static final Duration MAX_WINDOW = Duration.ofDays(1);

	/** Three changes in ten minutes. */
	public static final FlappingSettings DEFAULTS = new FlappingSettings(3, Duration.ofMinutes(10));

	/**
	 * Checks the ranges.
	 * @throws InvalidSettingException if a value is out of its range
	 */
	public FlappingSettings {
		Objects.requireNonNull(window, "window");
		if (changes < 2 || changes > MAX_CHANGES) {
			throw new InvalidSettingException("flapping.changes", changes,
					"The number is not between 2 and " + MAX_CHANGES,
					"Omit it for three changes, which suit most applications; one change is a fail-over");
		}
		if (window.compareTo(MIN_WINDOW) < 0 || window.compareTo(MAX_WINDOW) > 0) {
			throw new InvalidSettingException("flapping.window", window,
					"The window is not between " + InvalidSettingException.text(MIN_WINDOW) + " and "
							+ InvalidSettingException.text(MAX_WINDOW),
					"Omit it for ten minutes, which suit most applications");
		}
	}

}
