package io.github.leaderelection.autoconfigure;

import java.time.Duration;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import org.awaitility.Awaitility;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * Applications that lead alone, and soon. No loaded machine lets their lease run out.
 */
public final class Standalone {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	private Standalone() {
	}

	public static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class,
					LeaderElectionGateAutoConfiguration.class))
			.withPropertyValues("leader-election.lease-duration=1m", "leader-election.heartbeat-interval=50ms");
	}

	public static LeaderElector awaitLeader(ApplicationContext context) {
		LeaderElector elector = context.getBean("leaderElector", LeaderElector.class);
		Awaitility.await().atMost(PATIENCE).until(elector::isLeader);
		return elector;
	}

}
