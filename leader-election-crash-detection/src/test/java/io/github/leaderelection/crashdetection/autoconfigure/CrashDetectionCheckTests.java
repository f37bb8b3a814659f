package io.github.leaderelection.crashdetection.autoconfigure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;

import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.crashdetection.ConnectionCrashDetector;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.OverridingClassLoader;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link CrashDetectionCheck}.
 */
class CrashDetectionCheckTests {

	private static final String SYSTEM = "os.name";

	private static void check(Map<String, String> settings) {
		Binder binder = new Binder(new MapConfigurationPropertySource(settings));
		CrashDetectionCheck.check(binder.bindOrCreate("leader-election", LeaderElectionProperties.class),
				settings.get("leader-election.store"));
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void theDefaultElectionOnLinuxDetectsCrashes() {
		assertThatNoException().isThrownBy(() -> check(Map.of()));
	}

	@Test
	void anotherElectionDoesNot() {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> check(Map.of("leader-election.groups.billing.algorithm", "bully")))
			.withMessageContaining("leader-election.crash-detection")
			.withMessageContaining("'bully' of group 'billing'");
	}

	@Test
	void anotherSystemDoesNot() {
		onSystem("Mac OS X",
				() -> assertThatExceptionOfType(InvalidElectionConfigurationException.class)
					.isThrownBy(() -> check(Map.of()))
					.withMessageContaining("leader-election.crash-detection")
					.withMessageContaining("This system, Mac OS X,"));
	}

	@Test
	void classesThatAreLoadedAnewAtEachRestartDoNot() throws ReflectiveOperationException {
		String type = ConnectionCrashDetector.class.getName();
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
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> check(Map.of("leader-election.store", "jdbc")))
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
