package io.github.leaderelection.internal.settings;

/**
 * Placeholders without a value, which Spring leaves as they stand.
 */
public final class Placeholders {

	private static final String BEGIN = "${";

	private Placeholders() {
	}

	/**
	 * Refuses a secret that is none: what everybody can read in the file would be shared.
	 * @param key of the secret
	 * @param secret as it was set
	 * @throws InvalidElectionConfigurationException if a placeholder is left in it
	 */
	public static void check(String key, String secret) {
		int begin = secret.indexOf(BEGIN);
		int end = secret.indexOf('}', begin);
		if (begin >= 0 && end >= 0) {
			throw new InvalidElectionConfigurationException(key, secret.substring(begin, end + 1),
					"A placeholder in it has no value",
					"Give it one, in the environment of the process for example: the same on all nodes");
		}
	}

}
