package io.github.leaderelection.internal.setting;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A setting with which no election can be held. Names the setting as it is configured,
 * without what stands before it there.
 */
public final class InvalidSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private static final long MILLI = 1_000_000;

	private static final Duration MOST_IN_MILLIS = Duration.ofMillis(Long.MAX_VALUE);

	private final String setting;

	private final String value;

	private final String problem;

	private final @Nullable String other;

	private final String remedy;

	/**
	 * Says what is wrong with a setting by itself.
	 * @param setting its name with hyphens: {@code lease-duration}, say
	 * @param value its value
	 * @param problem what is wrong with it, a sentence without its full stop
	 * @param remedy what to do, a sentence without its full stop
	 */
	public InvalidSettingException(String setting, Object value, String problem, String remedy) {
		this(setting, value, problem, null, remedy);
	}

	/**
	 * Says that two settings do not go together.
	 * @param setting the name of the first with hyphens
	 * @param value its value
	 * @param problem what is wrong with it, a sentence without its full stop
	 * @param other the name of the second, null where it is by itself
	 * @param remedy what to do, a sentence without its full stop
	 */
	public InvalidSettingException(String setting, Object value, String problem, @Nullable String other,
			String remedy) {
		super(setting + "=" + text(value) + ": " + problem + ((other != null) ? " (" + other + ")" : "") + ". " + remedy
				+ ".");
		this.setting = setting;
		this.value = text(value);
		this.problem = problem;
		this.other = other;
		this.remedy = remedy;
	}

	/**
	 * A value as it can be configured.
	 * @param value any value
	 * @return its text, in milliseconds for a duration of some
	 */
	public static String text(Object value) {
		return (value instanceof Duration duration && duration.toNanosPart() % MILLI == 0
				&& duration.abs().compareTo(MOST_IN_MILLIS) < 0) ? duration.toMillis() + "ms" : value.toString();
	}

	/**
	 * The setting.
	 * @return its name with hyphens
	 */
	public String setting() {
		return this.setting;
	}

	/**
	 * Its value.
	 * @return as it can be configured
	 */
	public String value() {
		return this.value;
	}

	/**
	 * What is wrong.
	 * @return a sentence without its full stop
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * With which other setting it does not go.
	 * @return its name with hyphens, null where it is wrong by itself
	 */
	public @Nullable String other() {
		return this.other;
	}

	/**
	 * What to do.
	 * @return a sentence without its full stop
	 */
	public String remedy() {
		return this.remedy;
	}

}
