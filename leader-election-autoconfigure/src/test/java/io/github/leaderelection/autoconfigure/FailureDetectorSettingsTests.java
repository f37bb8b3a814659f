package io.github.leaderelection.autoconfigure;

import java.time.Duration;

import io.github.leaderelection.internal.health.AdaptiveTimeout;
import io.github.leaderelection.internal.health.FailureDetector;
import io.github.leaderelection.internal.health.FixedTimeout;
import io.github.leaderelection.internal.health.PhiAccrual;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.junit.jupiter.api.Test;

import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which failure detector a group gets.
 */
class FailureDetectorSettingsTests {

	private static final Duration HEARTBEAT = Duration.ofMillis(100);

	private final MockEnvironment environment = new MockEnvironment();

	private FailureDetector detector(String... keysAndValues) {
		for (int i = 0; i < keysAndValues.length; i += 2) {
			this.environment.setProperty("leader-election.failure-detector." + keysAndValues[i], keysAndValues[i + 1]);
		}
		return FailureDetectorSettings.of(this.environment).detector(HEARTBEAT);
	}

	@Test
	void adaptiveUnlessSet() {
		assertThat(detector()).isEqualTo(new AdaptiveTimeout());
	}

	@Test
	void fixedHasThreeHeartbeatsOfTheGroupUnlessSet() {
		assertThat(detector("type", "fixed")).isEqualTo(new FixedTimeout(300_000_000));
		assertThat(FailureDetectorSettings.of(this.environment).detector(Duration.ofMillis(50)))
			.isEqualTo(new FixedTimeout(150_000_000));
		assertThat(detector("timeout", "450ms")).isEqualTo(new FixedTimeout(450_000_000));
	}

	@Test
	void phiAccrualHasThresholdEightUnlessSet() {
		assertThat(detector("type", "phi-accrual")).isEqualTo(new PhiAccrual(8));
		assertThat(detector("threshold", "12")).isEqualTo(new PhiAccrual(12));
	}

	@Test
	void timeoutThatSuitsOneGroupAndNotAnotherIsRefused() {
		detector("type", "fixed", "timeout", "550ms");
		Plans.of(this.environment);
		this.environment.setProperty("leader-election.groups.billing.lease-duration", "800ms");
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> Plans.of(this.environment))
			.withMessageContaining("leader-election.failure-detector.timeout=550ms")
			.withMessageContaining("480ms");
	}

	@Test
	void whatTheChosenOneDoesNotReadIsRefused() {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> detector("type", "fixed", "threshold", "8"))
			.withMessageContaining("'fixed' does not read it, only 'phi-accrual'");
	}

}
