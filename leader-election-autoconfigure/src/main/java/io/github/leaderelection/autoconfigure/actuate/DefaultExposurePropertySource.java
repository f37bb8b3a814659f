package io.github.leaderelection.autoconfigure.actuate;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;

/**
 * Holds the default of the web exposure while no other source includes or excludes
 * endpoints. It checks at each access. So a later source, such as that of a
 * {@code @PropertySource}, prevails although its precedence is lower.
 */
final class DefaultExposurePropertySource extends EnumerablePropertySource<MutablePropertySources> {

	static final String NAME = "leaderElectionDefaultExposure";

	static final String INCLUDE = "management.endpoints.web.exposure.include";

	/** Spring Boot's default and the endpoint {@code leader}. */
	static final String DEFAULT = "health,leader";

	private static final List<ConfigurationPropertyName> CHOICES = List.of(ConfigurationPropertyName.of(INCLUDE),
			ConfigurationPropertyName.of("management.endpoints.web.exposure.exclude"));

	DefaultExposurePropertySource(MutablePropertySources all) {
		super(NAME, all);
	}

	@Override
	public String[] getPropertyNames() {
		return new String[] { INCLUDE };
	}

	@Override
	public boolean containsProperty(String name) {
		return getProperty(name) != null;
	}

	@Override
	public @Nullable Object getProperty(String name) {
		return (INCLUDE.equals(name) && !isChosenElsewhere()) ? DEFAULT : null;
	}

	private boolean isChosenElsewhere() {
		List<PropertySource<?>> others = this.source.stream().filter((other) -> other != this).toList();
		for (ConfigurationPropertySource other : ConfigurationPropertySources.from(others)) {
			if (CHOICES.stream().anyMatch((choice) -> holds(other, choice))) {
				return true;
			}
		}
		return false;
	}

	/** Whether a source holds the property as text or list, in any spelling. */
	private static boolean holds(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		return source.getConfigurationProperty(name) != null
				|| source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT;
	}

}
