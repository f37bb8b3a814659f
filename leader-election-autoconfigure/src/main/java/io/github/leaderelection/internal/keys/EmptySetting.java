package io.github.leaderelection.internal.keys;

import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds a key that was to say with whom this node elects and has no value, as that of a
 * placeholder nobody gave one: each instance would lead alone.
 */
public final class EmptySetting {

	private static final List<String> KEYS = List.of(Peers.KEY, Peers.KEY + "[0]", "leader-election.store");

	private EmptySetting() {
	}

	/**
	 * Checks that no such key is set. Called where there are neither peers nor a store.
	 * @throws InvalidElectionConfigurationException if one is
	 */
	public static void check(Environment environment) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		for (String key : KEYS) {
			ConfigurationProperty property = FoundAt.property(configurable, key);
			if (property != null) {
				throw empty(key, String.valueOf(property.getValue()));
			}
		}
	}

	private static InvalidElectionConfigurationException empty(String key, String written) {
		return new InvalidElectionConfigurationException(key, written,
				(written.contains("${") ? "The key is set by a placeholder without a value"
						: "The key is set and has no value") + ", so this node and each other would lead alone",
				"List all nodes under " + Peers.KEY + ", or set leader-election.store. To run without an election "
						+ "set leader-election.enabled=false. To lead alone remove the key, or set "
						+ "leader-election.standalone=true");
	}

}
