package io.github.leaderelection.store.redis;

import java.nio.file.Path;

import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.real.TwoInstances;
import io.github.leaderelection.internal.store.redis.RedisOfATest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances of an application and one Redis.
 */
class LeadingInTurnByRedisIT {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
				LeaderElectionRedisStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=redis");

	private ApplicationContextRunner at(RedisOfATest server) {
		return this.runner.withPropertyValues("spring.data.redis.port=" + server.port());
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnByRedis(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			new TwoInstances(at(server)).leadInTurn();
		}
	}

	@Test
	void releaseIsFollowedLongBeforeTheNextLook(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			new TwoInstances(at(server)).followAReleaseLongBeforeTheNextLook();
		}
	}

	@Test
	void whoMayNotDoWhatALeaseNeedsDoesNotStart(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			server.allow("leases", "+@connection");
			at(server).withPropertyValues("spring.data.redis.username=leases", "spring.data.redis.password=secret")
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.hasMessageContaining("leader-election.store=redis")
					.hasMessageContaining("NOPERM")
					.hasMessageContaining("leader-election:*"));
			at(server).withPropertyValues("spring.data.redis.username=leases", "spring.data.redis.password=wrong")
				.run((context) -> assertThat(context.getStartupFailure()).rootCause()
					.hasMessageContaining("leader-election.store=redis")
					.hasMessageContaining("WRONGPASS"));
		}
	}

}
