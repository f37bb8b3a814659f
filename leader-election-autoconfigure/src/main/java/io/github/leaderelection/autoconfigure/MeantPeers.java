package io.github.leaderelection.autoconfigure;

import java.util.Locale;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Finds a key by which somebody may have meant the list of peers: without that list a
 * node leads alone, and so does each of its other instances.
 */
final class MeantPeers {

	private static final String MEANT = letters(Peers.KEY);

	/** So many letters wrong, missing or too many are a slip. */
	private static final int SLIPS = 2;

	private MeantPeers() {
	}

	/**
	 * Checks that no key looks like a slip. Called where there are no peers.
	 * @throws InvalidElectionConfigurationException if one does
	 */
	static void check(Environment environment) {
		if (!(environment instanceof ConfigurableEnvironment configurable)) {
			return;
		}
		for (PropertySource<?> source : configurable.getPropertySources()) {
			if (source instanceof EnumerablePropertySource<?> enumerable) {
				for (String name : enumerable.getPropertyNames()) {
					if (isSlip(name)) {
						throw new InvalidElectionConfigurationException(name, environment.getProperty(name),
								"No setting has this key, and without " + Peers.KEY + " this node would lead alone",
								"Write it as " + Peers.KEY
										+ ", LEADERELECTION_PEERS in the environment of the process, "
										+ "or remove it");
					}
				}
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
		return letters.startsWith("leader") && distance(letters, MEANT) <= SLIPS;
	}

	private static String withoutIndex(String name) {
		return name.replaceFirst("(\\[\\d+]|_\\d+_?)$", "");
	}

	private static String letters(String name) {
		return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
	}

	/** How many letters are to be put in, taken out or replaced. */
	private static int distance(String one, String other) {
		int[] above = new int[other.length() + 1];
		for (int j = 0; j < above.length; j++) {
			above[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int[] row = new int[above.length];
			row[0] = i;
			for (int j = 1; j < row.length; j++) {
				int replaced = above[j - 1] + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
			}
			above = row;
		}
		return above[other.length()];
	}

}
