package io.github.leaderelection.internal.keys;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.ObserverPlan;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.StoreKind;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds a key of the peers or the store without a value, for example an unresolved
 * placeholder. Without it, each instance would lead alone.
 */
public final class EmptySetting {

	private static final List<String> LISTS = List.of(Peers.KEY, Peers.KEY + "[0]");

	private EmptySetting() {
	}

	/**
	 * Checks that no such key is set. Called if there are neither peers nor a store.
	 * @throws InvalidElectionConfigurationException if one is set
	 */
	public static void check(Environment environment) {
		List<String> keys = new ArrayList<>(LISTS);
		keys.add(StoreKind.SETTING);
		check(environment, keys, "so this node and each other would lead alone",
				"List all nodes under " + Peers.KEY + ", or set " + StoreKind.SETTING + ". To run without an election "
						+ "set leader-election.enabled=false. To lead alone remove the key, or set "
						+ "leader-election.standalone=true");
	}

	/**
	 * Checks that the list of members is not set. Called if an observer has none.
	 * @throws InvalidElectionConfigurationException if it is set
	 */
	public static void checkObserver(Environment environment) {
		check(environment, LISTS, "so this node has no members to observe",
				"List all members under " + Peers.KEY + " as they list themselves. To run without an election set "
						+ "leader-election.enabled=false. To lead alone set " + ObserverPlan.KEY
						+ "=false and leader-election.standalone=true");
	}

	private static void check(Environment environment, List<String> keys, String consequence, String remedy) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		for (String key : keys) {
			ConfigurationProperty property = FoundAt.property(configurable, key);
			if (property != null) {
				String written = String.valueOf(property.getValue());
				throw new InvalidElectionConfigurationException(key, written,
						(written.contains("${") ? "The key is set by a placeholder without a value, "
								: "The key is set and has no value, ") + consequence,
						remedy);
			}
		}
	}

}
