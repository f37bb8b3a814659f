package io.github.leaderelection.internal.standin;

import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.StoreKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Disables the election of an application with peers or a store. Its test has no server
 * for peers, and shares the store with other test contexts. This node then leads, as
 * without peers and store. All customizers are equal, so contexts stay shared.
 */
record ServerlessTestCustomizer() implements ContextCustomizer {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String ENABLED = "leader-election.enabled";

	private static final String STRICT = "leader-election.test.strict";

	/** The key that is set if the test chooses the leader. */
	private static final String DECIDED = "leader-election.test.leading";

	private static final String WHEN_DISABLED = "leader-election.gate.when-disabled";

	private static final List<String> OTHERS = List.of(Peers.KEY, StoreKind.SETTING);

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		Environment environment = context.getEnvironment();
		if (is(environment, STRICT, "true") || is(environment, ENABLED, "false")
				|| environment.containsProperty(DECIDED)
				|| OTHERS.stream().noneMatch((key) -> isSet(environment, key))) {
			return;
		}
		TestPropertySourceUtils.addInlinedPropertiesToEnvironment(context, ENABLED + "=false");
		if (!isSet(environment, WHEN_DISABLED)) {
			TestPropertySourceUtils.addInlinedPropertiesToEnvironment(context, WHEN_DISABLED + "=leader");
		}
		logger.info("This test has no web server, so no election is held: leader-only methods see a {}, as {} says. "
				+ "With @AutoConfigureLeaderElection of leader-election-test a test decides who leads; {}=true holds "
				+ "the election of the application", environment.getProperty(WHEN_DISABLED), WHEN_DISABLED, STRICT);
	}

	private static boolean is(Environment environment, String key, String value) {
		return value.equalsIgnoreCase(environment.getProperty(key));
	}

	/**
	 * Whether the first source with the key has a value. A placeholder counts as one: it
	 * may be unresolvable in a test.
	 */
	private static boolean isSet(Environment environment, String key) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(key);
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			ConfigurationProperty found = source.getConfigurationProperty(name);
			if (found != null) {
				return !String.valueOf(found.getValue()).isBlank();
			}
			if (source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
				return true;
			}
		}
		return false;
	}

}
