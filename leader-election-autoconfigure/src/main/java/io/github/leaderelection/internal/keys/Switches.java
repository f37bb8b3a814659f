package io.github.leaderelection.internal.keys;

import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.core.env.PropertyResolver;

/**
 * Refuses a switch whose value is ambiguous. Conditions compare its text with true and
 * false; conversions also accept {@code on} or {@code 0}.
 */
public final class Switches {

	private static final List<String> KEYS = List.of("leader-election.enabled", "leader-election.observe",
			"leader-election.eligibility.require-readiness");

	private Switches() {
	}

	static void check(PropertyResolver environment) {
		KEYS.forEach((key) -> check(environment, key));
	}

	/** Checks the switch of a module. */
	public static void check(PropertyResolver environment, String key) {
		String value = environment.getProperty(key);
		if (value != null && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
			throw new InvalidElectionConfigurationException(key, value,
					"\"" + value + "\" is neither true nor false, so only a part of the application would follow it",
					"Set it to true or false, or remove it");
		}
	}

}
