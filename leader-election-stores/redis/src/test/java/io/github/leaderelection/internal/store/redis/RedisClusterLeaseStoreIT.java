package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.test.store.LeaseStoreContract;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.cluster.SlotHash;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract for a {@link RedisLeaseStore} on a Redis Cluster of two masters, one of
 * which has a replica.
 */
class RedisClusterLeaseStoreIT extends LeaseStoreContract {

	private static final Duration PATIENCE = LeaseRequests.PATIENCE;

	private static final List<RedisOfATest> servers = new ArrayList<>();

	@TempDir
	static Path directory;

	@BeforeAll
	static void startServers() throws IOException {
		for (String name : List.of("low", "high", "replica")) {
			servers.add(RedisOfATest.start(Files.createDirectory(directory.resolve(name)),
					List.of("cluster-enabled yes", "cluster-node-timeout 5000")));
		}
		give(low(), 0, SlotHash.SLOT_COUNT / 2);
		give(high(), SlotHash.SLOT_COUNT / 2, SlotHash.SLOT_COUNT);
		for (RedisOfATest each : servers.subList(1, 3)) {
			each.run((redis) -> redis.clusterMeet("127.0.0.1", low().port()));
		}
		String master = id(low());
		RedisOfATest replica = servers.get(2);
		Awaitility.await().atMost(PATIENCE).until(() -> replica.run((redis) -> redis.clusterNodes()).contains(master));
		replica.run((redis) -> redis.clusterReplicate(master));
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> servers.stream()
				.allMatch((each) -> each.run((redis) -> redis.clusterInfo()).contains("cluster_state:ok")));
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> low().run((redis) -> redis.info("replication")).contains("state=online"));
	}

	private static RedisOfATest low() {
		return servers.get(0);
	}

	private static RedisOfATest high() {
		return servers.get(1);
	}

	private static void give(RedisOfATest server, int from, int end) {
		server.run((redis) -> redis.clusterAddSlots(IntStream.range(from, end).toArray()));
	}

	private static String id(RedisOfATest server) {
		return server.run((redis) -> redis.clusterMyId());
	}

	@AfterAll
	static void stopServers() throws IOException {
		for (RedisOfATest server : servers) {
			server.close();
		}
		servers.clear();
	}

	private static RedisLeaseStore store(RedisLeaseOptions options) {
		return store(there(), options);
	}

	private static RedisClusterConfiguration there() {
		RedisClusterConfiguration there = new RedisClusterConfiguration();
		there.clusterNode("127.0.0.1", high().port());
		return there;
	}

	private static RedisLeaseStore store(RedisClusterConfiguration there, RedisLeaseOptions options) {
		return new RedisLeaseStore(new LettuceConnectionFactory(there,
				LettuceClientConfiguration.builder().clientResources(RedisOfATest.RESOURCES).build()), options);
	}

	@Override
	protected LeaseStore openStore() {
		return store(RedisOfATest.options());
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return store(RedisOfATest.options("other:"));
	}

	private static int slot(Key key) {
		return SlotHash.getSlot(LeaseRequests.KEYS.name(key));
	}

	private static RedisOfATest keeperOf(Key key) {
		return (slot(key) < SlotHash.SLOT_COUNT / 2) ? low() : high();
	}

	private static LeaseRequests requestsAt(RedisOfATest server) {
		LeaseRequests requests = LeaseRequests.ofItsOwn();
		while (keeperOf(requests.key()) != server) {
			requests = LeaseRequests.ofItsOwn();
		}
		return requests;
	}

	@Override
	protected void deleteRecord(Key deleted) {
		long count = keeperOf(deleted).run((redis) -> redis.del(LeaseRequests.KEYS.name(deleted)));
		assertThat(count).isEqualTo(1);
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	@Test
	void writeThatTooFewReplicasConfirmIsUnknown() throws Exception {
		try (RedisLeaseStore waiting = store(new RedisLeaseOptions("test:", 1, RedisOfATest.REPLICA_PATIENCE))) {
			LeaseRequests withReplica = requestsAt(low());
			LeaseRecord held = withReplica.held(waiting);
			assertThat(withReplica.done(waiting, withReplica.renew(held.version())).token()).isEqualTo(held.token());
			LeaseRequests without = requestsAt(high());
			assertThat(LeaseRequests.ask(waiting, without.create(), PATIENCE)).isInstanceOfSatisfying(
					Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("0 of the 1 replicas"));
			assertThat(without.read(waiting)).isInstanceOf(Answer.Free.class);
		}
	}

	@Test
	void recordThatMovesToAnotherServerIsFoundThere() throws Exception {
		LeaseRequests requests = requestsAt(high());
		try (RedisLeaseStore store = store(RedisOfATest.options())) {
			LeaseRecord held = requests.held(store);
			move(requests.key(), high(), low());
			assertThat(LeaseRequests.ask(store, requests.renew(held.version()), PATIENCE)).isInstanceOfSatisfying(
					Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("MOVED"));
			Awaitility.await().atMost(PATIENCE).until(() -> requests.read(store) instanceof Answer.Held);
			assertThat(requests.present(store)).isEqualTo(held);
			assertThat(requests.done(store, requests.renew(held.version())).token()).isEqualTo(held.token());
		}
	}

	@Test
	void rightsThatTheGuideNamesSuffice() throws Exception {
		for (RedisOfATest server : servers) {
			server.allow("leases", RedisOfATest.rightsOfTheGuide() + " +cluster");
		}
		RedisClusterConfiguration there = there();
		there.setUsername("leases");
		there.setPassword("secret");
		LeaseRequests requests = requestsAt(low());
		try (RedisLeaseStore store = store(there, new RedisLeaseOptions("test:", 1, Duration.ofSeconds(5)));
				LeaseStore.Watch watch = store.watch(requests.key(), (record) -> {
				})) {
			assertThat(watch).isNotNull();
			LeaseRecord held = requests.held(store);
			Awaitility.await().atMost(PATIENCE).until(store::tellsChanges);
			assertThat(requests.done(store, requests.release(held.version())).free()).isTrue();
		}
	}

	private static void move(Key key, RedisOfATest from, RedisOfATest to) {
		int slot = slot(key);
		String name = LeaseRequests.KEYS.name(key);
		String target = id(to);
		String source = id(from);
		to.run((redis) -> redis.clusterSetSlotImporting(slot, source));
		from.run((redis) -> redis.clusterSetSlotMigrating(slot, target));
		from.run((redis) -> redis.migrate("127.0.0.1", to.port(), 0, PATIENCE.toMillis(),
				MigrateArgs.Builder.key(name)));
		to.run((redis) -> redis.clusterSetSlotNode(slot, target));
		from.run((redis) -> redis.clusterSetSlotNode(slot, target));
	}

}
