package io.github.leaderelection.crashdetection.autoconfigure;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.crashdetection.ConnectionCrashDetector;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.spi.CrashDetector;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * {@link AutoConfiguration Auto-configuration} for crash detection.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "leader-election.enabled", matchIfMissing = true)
@EnableConfigurationProperties({ CrashDetectionProperties.class, LeaderElectionProperties.class })
public final class LeaderElectionCrashDetectionAutoConfiguration {

	/**
	 * Creates crash detection if it is set and this node does not only observe.
	 * @throws InvalidElectionConfigurationException if it is set but impossible here
	 */
	@Bean
	CrashDetector.Factory leaderElectionCrashDetection(CrashDetectionProperties own, LeaderElectionProperties election,
			Environment environment) {
		if (own.crashDetection() == CrashDetectionProperties.CrashDetection.NONE || election.observe()) {
			return CrashDetector.Factory.OFF;
		}
		CrashDetectionCheck.check(election, environment.getProperty("leader-election.store"));
		return ConnectionCrashDetector.at(election.transport().address());
	}

}
