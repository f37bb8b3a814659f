package io.github.leaderelection.internal.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A key that somebody set, below {@code leader-election} as it seems.
 */
record ConfiguredKey(String name, PropertySource<?> source) {

	private static final Pattern DASHED = Pattern.compile("leader-?election-(.+)", Pattern.CASE_INSENSITIVE);

	/**
	 * Every key of an environment that begins with a word, of sources whose names can be
	 * listed, in order of precedence.
	 */
	static List<ConfiguredKey> all(ConfigurableEnvironment environment, String word) {
		List<ConfiguredKey> keys = new ArrayList<>();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				for (String name : enumerable.getPropertyNames()) {
					// Most names are none of ours, and there are hundreds.
					if (name.regionMatches(true, 0, word, 0, word.length())) {
						keys.add(new ConfiguredKey(name, source));
					}
				}
			}
		}
		return keys;
	}

	/** Whether it is a variable of the process's environment. */
	boolean isVariable() {
		String closed = this.name.toUpperCase(Locale.ROOT) + "_";
		return this.source instanceof SystemEnvironmentPropertySource
				&& (closed.startsWith(ProcessVariable.WITH_DASH) || closed.startsWith(ProcessVariable.PREFIX));
	}

	/** Whether it comes from where others leave theirs, too. */
	boolean isOfProcess() {
		return this.source instanceof SystemEnvironmentPropertySource
				|| this.source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
	}

	/** Where it stands, null if that is elsewhere. */
	@Nullable KeyPath path() {
		return KeyPath.of(this.name);
	}

	/** Where it stands with a dash in place of the first dot, null if it has none. */
	@Nullable KeyPath pathBehindADash() {
		Matcher dashed = DASHED.matcher(this.name);
		return dashed.matches() ? KeyPath.of(KnownKey.ROOT + "." + dashed.group(1)) : null;
	}

	/** Its value as it was written. */
	String value() {
		Object value = this.source.getProperty(this.name);
		return (value != null) ? value.toString() : "";
	}

	boolean isEmpty() {
		return value().isBlank();
	}

	/** The file and the line, or what else it came from. */
	String origin() {
		return PropertySourceOrigin.get(this.source, this.name).toString();
	}

}
