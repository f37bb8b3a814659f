package io.github.leaderelection.autoconfigure.actuate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class DefaultExposurePropertySourceTests {

	private static final String INCLUDE = "management.endpoints.web.exposure.include";

	private final ConfigurableEnvironment environment = new StandardEnvironment();

	private final MutablePropertySources sources = this.environment.getPropertySources();

	@BeforeEach
	void addDefault() {
		this.sources.stream().map(PropertySource::getName).toList().forEach(this.sources::remove);
		ConfigurationPropertySources.attach(this.environment);
		new LeaderEndpointExposureEnvironmentPostProcessor().postProcessEnvironment(this.environment,
				new SpringApplication());
	}

	@Test
	void withoutAChoiceHealthAndLeaderAreIncluded() {
		this.sources.addFirst(new MapPropertySource("other",
				Map.of("management.endpoints.jmx.exposure.include", "*", "management.server.port", 0)));
		assertThat(bound()).containsExactly("health", "leader");
		assertThat(this.environment.containsProperty(INCLUDE)).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE", "MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE_0",
			"management_endpoints_web_exposure_include", "MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_EXCLUDE",
			"MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_EXCLUDE_0" })
	void aVariableOfTheSystemEnvironmentIsAChoice(String variable) {
		this.sources.addFirst(new SystemEnvironmentPropertySource(
				StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(variable, "info")));
		assertNoDefault();
	}

	@ParameterizedTest
	@ValueSource(strings = { INCLUDE, INCLUDE + "[0]", "management.endpoints.web.exposure.exclude",
			"management.endpoints.web.exposure.exclude[1]", "management.endpoints.WEB.exposure.Include" })
	void aPropertyInAnySourceIsAChoice(String name) {
		this.sources.addLast(new MapPropertySource("behind", Map.of(name, "info")));
		assertNoDefault();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "${no.such.property}" })
	void whateverTheValueItIsAChoice(String value) {
		this.sources.addFirst(new MapPropertySource("other", Map.of(INCLUDE, value)));
		assertNoDefault();
	}

	@Test
	void aChoiceThatIsTakenBackLeavesTheDefault() {
		Map<String, Object> changing = new HashMap<>(Map.of(INCLUDE, "info"));
		this.sources.addFirst(new MapPropertySource("changing", changing));
		assertNoDefault();
		changing.clear();
		assertThat(bound()).containsExactly("health", "leader");
	}

	private void assertNoDefault() {
		PropertySource<?> ours = this.sources.get(DefaultExposurePropertySource.NAME);
		assertThat(ours).isNotNull();
		assertThat(ours.getProperty(INCLUDE)).isNull();
		assertThat(ours.containsProperty(INCLUDE)).isFalse();
	}

	private List<String> bound() {
		return Binder.get(this.environment).bind(INCLUDE, Bindable.listOf(String.class)).orElse(List.of());
	}

}
