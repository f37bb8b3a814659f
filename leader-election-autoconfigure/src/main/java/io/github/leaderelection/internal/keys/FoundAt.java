package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Finds the origin of a key, such as file and line.
 */
public final class FoundAt {

	private FoundAt() {
	}

	/**
	 * Finds the source of the value in force.
	 * @param key the key, in any form; an element of a list may stem from one text
	 * @return the origin, null if unknown
	 */
	public static @Nullable String of(Environment environment, String key) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return null;
		}
		for (PropertySource<?> source : configurable.getPropertySources()) {
			if (!ConfigurationPropertySources.isAttachedConfigurationPropertySource(source)
					&& source.containsProperty(key)) {
				return PropertySourceOrigin.get(source, key).toString();
			}
		}
		ConfigurationProperty property = property(configurable, key);
		return (property != null && property.getOrigin() != null) ? property.getOrigin().toString() : null;
	}

	/** The effective text of a key, null if there is none. */
	public static @Nullable String written(Environment environment, String key) {
		ConfigurationProperty property = (environment instanceof ConfigurableEnvironment configurable)
				? property(configurable, key) : null;
		return (property != null && property.getValue() != null) ? property.getValue().toString().trim() : null;
	}

	/** Finds the effective property of a key, null if there is none. */
	static @Nullable ConfigurationProperty property(ConfigurableEnvironment environment, String key) {
		ConfigurationPropertyName name = ConfigurationPropertyName.ofIfValid(key);
		while (name != null) {
			for (ConfigurationPropertySource source : ConfigurationPropertySources
				.from(environment.getPropertySources())) {
				ConfigurationProperty property = source.getConfigurationProperty(name);
				if (property != null) {
					return property;
				}
			}
			name = name.isLastElementIndexed() ? name.getParent() : null;
		}
		return null;
	}

}
