package io.github.leaderelection.internal.protocol;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.jspecify.annotations.Nullable;

/**
 * What one algorithm alone reads, by name: the settings {@code leader-election.bully.*},
 * say. Immutable.
 *
 * @param all the options that were set, in the order of their names
 */
public record AlgorithmOptions(String algorithm, List<Option> all) {

	private static final Pattern SIMPLE_DURATION = Pattern.compile("(\\d+)(ns|us|ms|s|m|h|d|)",
			Pattern.CASE_INSENSITIVE);

	/** No options at all. */
	public static final AlgorithmOptions NONE = new AlgorithmOptions("", List.of());

	/**
	 * Copies the options.
	 */
	public AlgorithmOptions {
		all = List.copyOf(all);
	}

	/**
	 * Options by name.
	 * @param values the values by name, names with hyphens as in configuration
	 */
	public static AlgorithmOptions of(String algorithm, Map<String, String> values) {
		return new AlgorithmOptions(algorithm,
				new TreeMap<>(values).entrySet().stream().map((e) -> new Option(e.getKey(), e.getValue())).toList());
	}

	/**
	 * A whole number.
	 * @param otherwise where it is not set
	 * @param least the smallest that may be set
	 * @param most the largest that may be set
	 * @throws InvalidSettingException if it is no whole number in this range
	 */
	public int wholeNumber(String name, int otherwise, int least, int most) {
		String value = value(name);
		if (value == null) {
			return otherwise;
		}
		try {
			int number = Integer.parseInt(value.trim());
			if (number >= least && number <= most) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			// refused below
		}
		throw refused(name, value, "a whole number from " + least + " to " + most);
	}

	/**
	 * A switch.
	 * @return false where it is not set
	 * @throws IllegalArgumentException if it is neither true nor false; the message names
	 * the option, the value and the remedy
	 */
	public boolean flag(String name) {
		return choice(name, "false", List.of("true", "false")).equals("true");
	}

	/**
	 * A text.
	 * @return the text, null where it is not set
	 */
	public @Nullable String text(String name) {
		return value(name);
	}

	/**
	 * A duration.
	 * @param otherwise where it is not set
	 * @return the duration, above zero if it was set
	 * @throws InvalidSettingException if it is no duration above zero
	 */
	public Duration duration(String name, Duration otherwise) {
		String value = value(name);
		if (value == null) {
			return otherwise;
		}
		try {
			Duration duration = parse(value.trim());
			if (!duration.isNegative() && !duration.isZero()) {
				return duration;
			}
		}
		catch (DateTimeParseException | ArithmeticException | NumberFormatException ex) {
			// refused below
		}
		throw refused(name, value, "a duration above zero such as 200ms, 2s or PT2S");
	}

	/**
	 * One of a few words.
	 * @param otherwise where it is not set
	 * @param words what may be set
	 * @return the word as it stands among these, however its letters were written
	 * @throws InvalidSettingException if it is another
	 */
	public String choice(String name, String otherwise, List<String> words) {
		String value = value(name);
		if (value == null) {
			return otherwise;
		}
		for (String word : words) {
			if (word.equalsIgnoreCase(value.trim())) {
				return word;
			}
		}
		throw refused(name, value, "one of " + words);
	}

	/**
	 * Node ids, separated by commas.
	 * @param otherwise where it is not set
	 * @param known which may be named
	 * @return the ids in the order in which they are named, at least one
	 * @throws InvalidSettingException if none is named, or one that is not known
	 */
	public List<NodeId> nodeIds(String name, List<NodeId> otherwise, List<NodeId> known) {
		String value = value(name);
		if (value == null) {
			return otherwise;
		}
		List<NodeId> named = new ArrayList<>();
		for (String text : value.split(",", -1)) {
			NodeId id = known.stream().filter((each) -> each.value().equals(text.trim())).findAny().orElse(null);
			if (id == null || named.contains(id)) {
				throw refused(name, value, "ids of members, each once, separated by commas; the members are " + known);
			}
			named.add(id);
		}
		return List.copyOf(named);
	}

	/** As Spring Boot reads durations elsewhere: digits alone are milliseconds. */
	private static Duration parse(String value) {
		Matcher simple = SIMPLE_DURATION.matcher(value);
		if (!simple.matches()) {
			return Duration.parse(value);
		}
		long amount = Long.parseLong(simple.group(1));
		return switch (simple.group(2).toLowerCase(Locale.ROOT)) {
			case "ns" -> Duration.ofNanos(amount);
			case "us" -> Duration.of(amount, ChronoUnit.MICROS);
			case "s" -> Duration.ofSeconds(amount);
			case "m" -> Duration.ofMinutes(amount);
			case "h" -> Duration.ofHours(amount);
			case "d" -> Duration.ofDays(amount);
			default -> Duration.ofMillis(amount);
		};
	}

	private @Nullable String value(String name) {
		for (Option option : this.all) {
			if (canonical(option.name()).equals(canonical(name))) {
				return option.value();
			}
		}
		return null;
	}

	/** An environment variable has neither hyphens nor small letters. */
	private static String canonical(String name) {
		return name.replace("-", "").toLowerCase(Locale.ROOT);
	}

	/**
	 * Checks that nothing is set that the algorithm does not read: a misspelt name must
	 * not leave the default in force unseen.
	 * @throws InvalidSettingException if there is another
	 */
	public void requireKnown(Set<String> known) {
		for (Option option : this.all) {
			if (known.stream().noneMatch((name) -> canonical(name).equals(canonical(option.name())))) {
				throw new InvalidSettingException(this.algorithm + '.' + option.name(), option.value(),
						"The election has no such setting",
						known.isEmpty() ? "Remove it: the election has no settings of its own"
								: "Remove it, or choose one of " + new TreeSet<>(known));
			}
		}
	}

	/**
	 * Refuses the value of an option.
	 * @param rather what it should be, the end of a sentence that begins with 'set it to'
	 */
	public InvalidSettingException refused(String name, Object value, String rather) {
		return new InvalidSettingException(this.algorithm + '.' + name, value, "It cannot be used",
				"Set it, the same on every node, to " + rather);
	}

	/**
	 * One option.
	 */
	public record Option(String name, String value) {
	}

}
