package io.github.leaderelection.autoconfigure;

import java.util.Map;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.alive.CrashDetection;
import io.github.leaderelection.node.GroupOptions;

/**
 * Checks whether crashes can be detected.
 */
final class CrashDetectionCheck {

	private static final String KEY = "leader-election." + CrashDetection.KEY;

	private CrashDetectionCheck() {
	}

	/**
	 * Checks what is set.
	 * @param store where a lease is kept by which nodes lead
	 * @throws InvalidElectionConfigurationException if it cannot be had
	 */
	static void check(LeaderElectionProperties.CrashDetection wanted, StoreSettings store,
			Map<String, GroupOptions> groups) {
		if (wanted == LeaderElectionProperties.CrashDetection.NONE) {
			return;
		}
		if (store.isUsed()) {
			throw refused("This node leads by a lease in a store, and watches no peers",
					"Leave it out, or leave out leader-election.store");
		}
		groups.forEach((name, options) -> {
			if (!Algorithm.named(options.algorithm()).is(Trait.DETECTS_CRASHES)) {
				throw refused("The election '" + options.algorithm() + "' of group '" + name + "' makes nothing of it",
						"Leave it out, or set leader-election.algorithm=" + Algorithm.DEFAULT + " for all groups");
			}
		});
		try {
			CrashDetection.check();
		}
		catch (InvalidSettingException ex) {
			throw InvalidElectionConfigurationException.of(ex);
		}
	}

	private static InvalidElectionConfigurationException refused(String problem, String remedy) {
		return new InvalidElectionConfigurationException(KEY, CrashDetection.CONNECTION, problem, remedy);
	}

}
