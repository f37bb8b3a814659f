package io.github.leaderelection.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties.CrashDetection;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.node.GroupOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.core.OverridingClassLoader;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link CrashDetectionCheck}.
 */
class CrashDetectionCheckTests {

	private static final String SYSTEM = "os.name";

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
	void anotherSystemDoesNot() {
		onSystem("Mac OS X",
				() -> assertThatExceptionOfType(InvalidElectionConfigurationException.class)
					.isThrownBy(() -> check(CrashDetection.CONNECTION, Map.of("default", QUORUM)))
					.withMessageContaining("leader-election.crash-detection")
					.withMessageContaining("This system, Mac OS X,"));
	}

	@Test
	void classesThatAreLoadedAnewAtEachRestartDoNot() throws ReflectiveOperationException {
		String type = io.github.leaderelection.internal.transport.alive.CrashDetection.class.getName();
		Method check = Class.forName(type, true, new RestartClassLoader(type)).getMethod("check");
		onSystem("Linux",
				() -> assertThatExceptionOfType(InvocationTargetException.class).isThrownBy(() -> check.invoke(null))
					.havingCause()
					.isInstanceOf(InvalidSettingException.class)
					.withMessageContaining("loaded anew at each restart"));
	}

	private static void onSystem(String name, Runnable task) {
		String own = System.setProperty(SYSTEM, name);
		try {
			task.run();
		}
		finally {
			System.setProperty(SYSTEM, own);
		}
	}

	@Test
	void aLeaseInAStoreDoesNot() {
		this.environment.setProperty("leader-election.store", "jdbc");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> check(CrashDetection.CONNECTION, Map.of("default", QUORUM)))
			.withMessageContaining("lease in a store");
	}

	/**
	 * Has the name of the one that the developer tools load classes with.
	 */
	private static final class RestartClassLoader extends OverridingClassLoader {

		private final String type;

		private RestartClassLoader(String type) {
			super(CrashDetectionCheckTests.class.getClassLoader());
			this.type = type;
		}

		@Override
		protected boolean isEligibleForOverriding(String name) {
			return name.equals(this.type);
		}

	}

}
