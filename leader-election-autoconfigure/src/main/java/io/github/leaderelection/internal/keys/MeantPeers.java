package io.github.leaderelection.internal.keys;

import java.util.Locale;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds a key by which somebody may have meant the list of peers: without that list a
 * node leads alone, and so does each of its other instances. An observer has nobody to
 * observe.
 */
public final class MeantPeers {

	private static final String MEANT = letters(Peers.KEY);

	/** So many letters wrong, missing or too many are a slip. */
	private static final int SLIPS = 2;

	private MeantPeers() {
	}

	/**
	 * Checks that no key looks like a slip. Called where there are no peers.
	 * @throws InvalidElectionConfigurationException if one does
	 */
	public static void check(Environment environment) {
		check(environment, "this node would lead alone", ", or remove it");
	}

	/**
	 * Checks the same for an observer.
	 * @throws InvalidElectionConfigurationException if one does
	 */
	public static void checkObserver(Environment environment) {
		check(environment, "this node has no members to observe", "");
	}

	private static void check(Environment environment, String consequence, String otherwise) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		for (ConfiguredKey key : ConfiguredKey.all(configurable)) {
			if (isSlip(key.name())) {
				throw new InvalidElectionConfigurationException(key.name(), key.value(),
						"No setting has this key, and without " + Peers.KEY + " " + consequence, "Write it as "
								+ Peers.KEY + ", LEADERELECTION_PEERS in the environment of the process" + otherwise);
			}
		}
	}

	/** The right key is none, in whatever form it is read. */
	static boolean isSlip(String name) {
		String key = withoutIndex(name);
		if (key.equals(Peers.KEY) || key.equals("LEADERELECTION_PEERS")
				|| key.replace("-", "").equalsIgnoreCase("leaderelection.peers")) {
			return false;
		}
		String letters = letters(key);
		return letters.startsWith("leader") && NearestKey.distance(letters, MEANT) <= SLIPS;
	}

	private static String withoutIndex(String name) {
		return name.replaceFirst("(\\[\\d+]|_\\d+_?)$", "");
	}

	private static String letters(String name) {
		return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
	}

}
