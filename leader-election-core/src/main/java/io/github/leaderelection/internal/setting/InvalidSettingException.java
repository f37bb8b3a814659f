package io.github.leaderelection.internal.setting;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A setting with which no election can be held. Names the setting as it is configured,
 * without what stands before it there.
 */
public final class InvalidSettingException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	/** The largest first, as Spring Boot reads them. */
	private static final Map<String, Duration> UNITS = units();

	private final String setting;

	private final String value;

	private final String problem;

	private final @Nullable String other;

	private final String remedy;

	/**
	 * Says what is wrong with a setting by itself.
	 * @param setting its name with hyphens: {@code lease-duration}, say
	 * @param problem what is wrong with it, a sentence without its full stop
	 * @param remedy what to do, a sentence without its full stop
	 */
	public InvalidSettingException(String setting, Object value, String problem, String remedy) {
		this(setting, value, problem, null, remedy);
	}

	/**
	 * Says that two settings do not go together.
	 * @param setting the name of the first with hyphens
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
	 * @return its text, for a duration a number of the largest unit that leaves no rest
	 */
	public static String text(Object value) {
		if (!(value instanceof Duration duration) || duration.isZero()) {
			return (value instanceof Duration) ? "0s" : value.toString();
		}
		return UNITS.entrySet()
			.stream()
			.filter((unit) -> isWhole(duration, unit.getValue()))
			.findFirst()
			.map((unit) -> duration.dividedBy(unit.getValue()) + unit.getKey())
			.orElseGet(duration::toString);
	}

	private static boolean isWhole(Duration duration, Duration unit) {
		return (unit.getNano() == 0) ? duration.getNano() == 0 && duration.getSeconds() % unit.getSeconds() == 0
				: duration.getNano() % unit.getNano() == 0;
	}

	private static Map<String, Duration> units() {
		Map<String, Duration> units = new LinkedHashMap<>();
		units.put("d", Duration.ofDays(1));
		units.put("h", Duration.ofHours(1));
		units.put("m", Duration.ofMinutes(1));
		units.put("s", Duration.ofSeconds(1));
		units.put("ms", Duration.ofMillis(1));
		units.put("us", Duration.of(1, ChronoUnit.MICROS));
		units.put("ns", Duration.ofNanos(1));
		return units;
	}

	/** The setting. */
	public String setting() {
		return this.setting;
	}

	/** Its value. */
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
