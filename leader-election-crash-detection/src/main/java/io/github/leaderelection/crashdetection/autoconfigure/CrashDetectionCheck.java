package io.github.leaderelection.crashdetection.autoconfigure;

import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.crashdetection.ConnectionCrashDetector;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Checks whether crashes can be detected.
 */
final class CrashDetectionCheck {

	private static final String KEY = "leader-election." + ConnectionCrashDetector.KEY;

	private CrashDetectionCheck() {
	}

	/**
	 * Checks the settings.
	 * @param store the store that keeps the leader's lease, null or blank if peers elect
	 * @throws InvalidElectionConfigurationException if crashes cannot be detected
	 */
	static void check(LeaderElectionProperties properties, @Nullable String store) {
		if (StringUtils.hasText(store)) {
			throw refused("This node leads by a lease in a store, and watches no peers",
					"Leave it out, or leave out leader-election.store");
		}
		Map<String, String> algorithms = new TreeMap<>(Map.of("default", properties.algorithm()));
		properties.groups()
			.forEach((name, group) -> algorithms.put(name,
					(group.algorithm() != null) ? group.algorithm() : properties.algorithm()));
		try {
			algorithms.forEach(CrashDetectionCheck::checkElection);
			ConnectionCrashDetector.check();
		}
		catch (InvalidSettingException ex) {
			throw InvalidElectionConfigurationException.of(ex);
		}
	}

	private static void checkElection(String group, String algorithm) {
		if (!Algorithm.named(algorithm).is(Trait.DETECTS_CRASHES)) {
			throw refused("The election '" + algorithm + "' of group '" + group + "' makes nothing of it",
					"Leave it out, or set leader-election.algorithm=" + Algorithm.DEFAULT + " for all groups");
		}
	}

	private static InvalidElectionConfigurationException refused(String problem, String remedy) {
		return new InvalidElectionConfigurationException(KEY, ConnectionCrashDetector.CONNECTION, problem, remedy);
	}

}
