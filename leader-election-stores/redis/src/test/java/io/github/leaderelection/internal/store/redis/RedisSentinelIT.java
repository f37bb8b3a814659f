package io.github.leaderelection.internal.store.redis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Watch;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisSentinel;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link RedisLeaseStore} whose master is replaced by Sentinel.
 */
class RedisSentinelIT {

	private static final String NAME = "leases";

	private static final Duration PATIENCE = LeaseRequests.PATIENCE;

	private final LeaseRequests requests = LeaseRequests.ofItsOwn();

	@Test
	void nextMasterIsFoundAndTellsOfReleases(@TempDir Path directory) throws Exception {
		try (RedisOfATest master = RedisOfATest.start(Files.createDirectory(directory.resolve("master")));
				RedisOfATest replica = RedisOfATest.startReplica(Files.createDirectory(directory.resolve("replica")),
						master)) {
			int port = RedisOfATest.freePort();
			RedisSentinel sentinel = RedisSentinel.newRedisSentinel()
				.executableProvider(RedisOfATest.EXECUTABLE)
				.port(port)
				.masterName(NAME)
				.masterPort(master.port())
				.downAfterMilliseconds(500)
				.failOverTimeout(5000)
				.build();
			sentinel.start();
			try {
				awaitReplica(port);
				assertThatLeaseOutlives(master, port);
				String role = replica.run((redis) -> redis.info("replication"));
				assertThat(role).contains("role:master");
			}
			finally {
				sentinel.stop();
			}
		}
	}

	private static void awaitReplica(int port) {
		RedisClient client = RedisClient.create(RedisOfATest.RESOURCES);
		try (StatefulRedisSentinelConnection<String, String> sentinel = client
			.connectSentinel(RedisURI.create("127.0.0.1", port))) {
			Awaitility.await().atMost(PATIENCE).until(() -> !sentinel.sync().replicas(NAME).isEmpty());
		}
		finally {
			client.shutdown(Duration.ZERO, Duration.ofMillis(100));
		}
	}

	private void assertThatLeaseOutlives(RedisOfATest master, int sentinel) throws Exception {
		AtomicInteger told = new AtomicInteger();
		try (RedisLeaseStore waiting = store(sentinel, 1);
				RedisLeaseStore store = store(sentinel, 0);
				Watch watch = store.watch(this.requests.key(), (record) -> told.incrementAndGet())) {
			assertThat(watch).isNotNull();
			LeaseRecord created = this.requests.created(store);
			Awaitility.await().atMost(PATIENCE).until(() -> isConfirmed(waiting, created));
			LeaseRecord present = this.requests.present(store);
			Awaitility.await().atMost(PATIENCE).until(store::tellsChanges);
			master.stop();
			Awaitility.await().atMost(PATIENCE).until(() -> !(this.requests.read(store) instanceof Answer.Unknown));
			assertThat(this.requests.present(store)).isEqualTo(present);
			LeaseRecord held = this.requests.done(store, this.requests.take(present.version()));
			assertThat(held.token()).isGreaterThan(present.token());
			Awaitility.await().atMost(PATIENCE).until(store::tellsChanges);
			this.requests.done(store, this.requests.release(held.version()));
			Awaitility.await().atMost(PATIENCE).until(() -> told.get() == 1);
		}
	}

	/** A replica has the record that is renewed by that. */
	private boolean isConfirmed(RedisLeaseStore waiting, LeaseRecord created) throws Exception {
		LeaseRecord present = this.requests.present(waiting);
		assertThat(present.token()).isEqualTo(created.token());
		return LeaseRequests.ask(waiting, this.requests.renew(present.version()), PATIENCE) instanceof Answer.Mine;
	}

	private static RedisLeaseStore store(int sentinel, int replicas) {
		return new RedisLeaseStore(
				new LettuceConnectionFactory(new RedisSentinelConfiguration(NAME, Set.of("127.0.0.1:" + sentinel)),
						LettuceClientConfiguration.builder().clientResources(RedisOfATest.RESOURCES).build()),
				new RedisLeaseOptions("test:", replicas, Duration.ofMillis(200)));
	}

}
