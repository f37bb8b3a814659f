package io.github.leaderelection.internal.keys;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Finds a misspelt key of the list of peers. Without that list a node leads alone, and so
 * does each other instance. An observer has no members to observe.
 */
public final class MeantPeers {

	private static final String MEANT = letters(Peers.KEY);

	private static final Pattern ROOT = Pattern.compile("peers(\\[\\d+])?");

	private static final Pattern ENTRY = Pattern.compile("([^@/\\s]+@)?https?://\\S+");

	/** The maximum number of wrong, missing or additional letters of a misspelt key. */
	private static final int SLIPS = 2;

	private MeantPeers() {
	}

	/**
	 * Checks that no key is a misspelt list of peers. Called if there are no peers.
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
		List<ConfiguredKey> keys = ConfiguredKey.all(configurable, "leader");
		for (ConfiguredKey key : keys) {
			if (isSlip(key.name())) {
				throw new InvalidElectionConfigurationException(key.name(), key.value(),
						"No setting has this key, and without " + Peers.KEY + " " + consequence, "Write it as "
								+ Peers.KEY + ", LEADERELECTION_PEERS in the environment of the process" + otherwise);
			}
		}
		checkRoot(keys, configurable, consequence, otherwise);
	}

	/** Checks for a list beside {@code leader-election}, for lack of indentation. */
	private static void checkRoot(List<ConfiguredKey> election, ConfigurableEnvironment environment, String consequence,
			String otherwise) {
		List<String> listed = ConfiguredKey.all(environment, "peers")
			.stream()
			.filter((key) -> ROOT.matcher(key.name()).matches() && !key.isOfProcess())
			.flatMap((key) -> Arrays.stream(key.value().split(",")))
			.map(String::trim)
			.toList();
		if (!listed.isEmpty() && listed.stream().allMatch((entry) -> ENTRY.matcher(entry).matches())
				&& !election.stream().allMatch(ConfiguredKey::isOfProcess)) {
			throw new InvalidElectionConfigurationException("peers", listed,
					"It stands beside leader-election, and without " + Peers.KEY + " " + consequence,
					"Indent it below leader-election: it is " + Peers.KEY + " that is read" + (otherwise.isEmpty() ? ""
							: ". If it is another list, set leader-election.standalone=true"));
		}
	}

	/** Whether a key is a misspelt list of peers; false for each valid form. */
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
