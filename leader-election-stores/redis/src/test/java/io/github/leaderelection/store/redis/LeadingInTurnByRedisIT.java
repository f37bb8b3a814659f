package io.github.leaderelection.store.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.redis.RedisOfATest;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances of an application and one Redis.
 */
class LeadingInTurnByRedisIT {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class,
				LeaderElectionRedisStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=redis");

	private static LeaderElector elector(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		return context.getBean("leaderElector", LeaderElector.class);
	}

	private static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

	private ApplicationContextRunner at(RedisOfATest server) {
		return this.runner.withPropertyValues("spring.data.redis.port=" + server.port());
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnByRedis(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			ApplicationContextRunner shared = at(server).withPropertyValues("leader-election.lease-duration=2s",
					"leader-election.retry-interval=100ms");
			shared.withPropertyValues("leader-election.node-id=a").run((a) -> {
				shared.withPropertyValues("leader-election.node-id=b").run((b) -> {
					List<LeaderElector> electors = List.of(elector(a), elector(b));
					LeaderElector first = Awaitility.await()
						.atMost(PATIENCE)
						.until(() -> electors.stream().filter(LeaderElector::isLeader).findFirst().orElse(null),
								(leader) -> leader != null);
					long token = token(first);
					LeaderElector second = (first == electors.get(0)) ? electors.get(1) : electors.get(0);
					assertThat(second.isLeader()).isFalse();
					first.resign().toCompletableFuture().get();
					Awaitility.await().atMost(PATIENCE).until(second::isLeader);
					assertThat(token(second)).isGreaterThan(token);
					Awaitility.await().atMost(PATIENCE).until(() -> first.leader().isPresent());
					assertThat(first.leader()).get().extracting((info) -> info.id()).isEqualTo(second.status().node());
				});
			});
		}
	}

	/** The next look of the one who waits is at least sixteen seconds away. */
	@Test
	void releaseIsFollowedLongBeforeTheNextLook(@TempDir Path directory) throws Exception {
		try (RedisOfATest server = RedisOfATest.start(directory)) {
			ApplicationContextRunner patient = at(server).withPropertyValues("leader-election.lease-duration=60s",
					"leader-election.retry-interval=20s", "leader-election.assume-new=true");
			patient.withPropertyValues("leader-election.node-id=a").run((a) -> {
				LeaderElector first = elector(a);
				Awaitility.await().atMost(PATIENCE).until(first::isLeader);
				patient.withPropertyValues("leader-election.node-id=b").run((b) -> {
					LeaderElector second = elector(b);
					Awaitility.await().atMost(PATIENCE).until(() -> second.leader().isPresent());
					Awaitility.await().atMost(PATIENCE).until(b.getBean(LeaseStore.class)::tellsChanges);
					first.resign().toCompletableFuture().get();
					Awaitility.await().atMost(Duration.ofSeconds(10)).until(second::isLeader);
				});
			});
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
