package io.github.leaderelection.internal.settings;

import java.util.regex.Pattern;

/**
 * Placeholders without a value, which Spring leaves unresolved.
 */
public final class Placeholders {

	static final String CAUSE = "A placeholder in it has no value";

	static final String REMEDY = "Give it one, in the environment of the process for example";

	private static final Pattern WHOLE = Pattern.compile("\\$\\{[\\w.-]+}");

	private static final Pattern BEGIN = Pattern.compile("\\$\\{.*}", Pattern.DOTALL);

	private Placeholders() {
	}

	/**
	 * Refuses a secret with an unresolved placeholder, which everybody could read in the
	 * file.
	 * @param secret the configured secret, shown only if it is just a placeholder
	 * @throws InvalidElectionConfigurationException if the secret contains a placeholder
	 */
	public static void checkSecret(String key, String secret) {
		if (BEGIN.matcher(secret).find()) {
			throw new InvalidElectionConfigurationException(key, WHOLE.matcher(secret).matches() ? secret : "******",
					CAUSE, REMEDY + ": the same on all nodes");
		}
	}

}
