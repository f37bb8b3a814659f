package io.github.leaderelection.autoconfigure;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties.CrashDetection;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.node.GroupOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link CrashDetectionCheck}.
 */
class CrashDetectionCheckTests {

	private static final GroupOptions QUORUM = GroupOptions.defaults();

	private final MockEnvironment environment = new MockEnvironment();

	private void check(CrashDetection wanted, Map<String, GroupOptions> groups) {
		Peers peers = Peers.parse(this.environment.containsProperty("leader-election.store") ? List.of()
				: List.of("a@http://localhost:8081", "b@http://localhost:8082"));
		CrashDetectionCheck.check(wanted, StoreSettings.of(this.environment, peers), groups);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void theDefaultElectionOnLinuxDetectsCrashes() {
		assertThatNoException().isThrownBy(() -> check(CrashDetection.CONNECTION, Map.of("default", QUORUM)));
	}

	@Test
	void anotherElectionDoesNot() {
		Map<String, GroupOptions> groups = Map.of("default", QUORUM, "billing", QUORUM.withAlgorithm("bully"));
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> check(CrashDetection.CONNECTION, groups))
			.withMessageContaining("leader-election.crash-detection")
			.withMessageContaining("'bully' of group 'billing'");
		check(CrashDetection.NONE, groups);
	}

	@Test
	void aLeaseInAStoreDoesNot() {
		this.environment.setProperty("leader-election.store", "jdbc");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> check(CrashDetection.CONNECTION, Map.of("default", QUORUM)))
			.withMessageContaining("lease in a store");
	}

}
