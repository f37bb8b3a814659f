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
 * A configured key that seems to be below {@code leader-election}.
 */
record ConfiguredKey(String name, PropertySource<?> source) {

	private static final Pattern DASHED = Pattern.compile("leader-?election-(.+)", Pattern.CASE_INSENSITIVE);

	/**
	 * All keys of an environment that begin with a word, in order of precedence. Only
	 * enumerable sources are searched.
	 */
	static List<ConfiguredKey> all(ConfigurableEnvironment environment, String word) {
		List<ConfiguredKey> keys = new ArrayList<>();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				for (String name : enumerable.getPropertyNames()) {
					// Most of the hundreds of names do not concern the election.
					if (name.regionMatches(true, 0, word, 0, word.length())) {
						keys.add(new ConfiguredKey(name, source));
					}
				}
			}
		}
		return keys;
	}

	/** Whether the key is an environment variable. */
	boolean isVariable() {
		String closed = this.name.toUpperCase(Locale.ROOT) + "_";
		return this.source instanceof SystemEnvironmentPropertySource
				&& (closed.startsWith(ProcessVariable.WITH_DASH) || closed.startsWith(ProcessVariable.PREFIX));
	}

	/**
	 * Whether the key is an environment variable or a system property, which other
	 * programs use, too.
	 */
	boolean isOfProcess() {
		return this.source instanceof SystemEnvironmentPropertySource
				|| this.source.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
	}

	/** The path of the key, null for a key that is not below {@code leader-election}. */
	@Nullable KeyPath path() {
		return KeyPath.of(this.name);
	}

	/**
	 * The path of a key with a dash in place of the first dot, null without that dash.
	 */
	@Nullable KeyPath pathBehindADash() {
		Matcher dashed = DASHED.matcher(this.name);
		return dashed.matches() ? KeyPath.of(KnownKey.ROOT + "." + dashed.group(1)) : null;
	}

	/** The value as written. */
	String value() {
		Object value = this.source.getProperty(this.name);
		return (value != null) ? value.toString() : "";
	}

	boolean isEmpty() {
		return value().isBlank();
	}

	/** The origin of the key, such as file and line. */
	String origin() {
		return PropertySourceOrigin.get(this.source, this.name).toString();
	}

}
