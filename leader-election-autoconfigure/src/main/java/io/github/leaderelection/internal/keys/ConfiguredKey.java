package io.github.leaderelection.internal.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * A key that somebody set, below {@code leader-election} as it seems.
 *
 * @param name the name as it was written
 * @param source where it was written
 */
record ConfiguredKey(String name, PropertySource<?> source) {

	private static final String WORD = "leader";

	/** Every key of an environment whose names can be listed, in order of precedence. */
	static List<ConfiguredKey> all(ConfigurableEnvironment environment) {
		List<ConfiguredKey> keys = new ArrayList<>();
		for (PropertySource<?> source : environment.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				for (String name : enumerable.getPropertyNames()) {
					// Most names are none of ours, and there are hundreds.
					if (name.regionMatches(true, 0, WORD, 0, WORD.length())) {
						keys.add(new ConfiguredKey(name, source));
					}
				}
			}
		}
		return keys;
	}

	/** Whether it is a variable of the process's environment. */
	boolean isVariable() {
		return this.source instanceof SystemEnvironmentPropertySource
				&& (this.name.toUpperCase(Locale.ROOT).startsWith(ProcessVariable.WITH_DASH)
						|| this.name.toUpperCase(Locale.ROOT).startsWith(ProcessVariable.PREFIX));
	}

	/** Where it stands, null if that is elsewhere. */
	@Nullable KeyPath path() {
		return KeyPath.of(this.name);
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
