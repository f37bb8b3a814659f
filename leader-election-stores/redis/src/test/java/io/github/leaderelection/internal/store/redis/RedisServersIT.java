package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.spi.LeaseStore.Watch;
import io.lettuce.core.KillArgs;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How servers are set up, and what that means to a {@link RedisLeaseStore}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisServersIT {

	private static final Duration PATIENCE = LeaseRequests.PATIENCE;

	@TempDir
	static Path directory;

	private static RedisOfATest master;

	private static RedisOfATest replica;

	private final LeaseRequests requests = LeaseRequests.ofItsOwn();

	@BeforeAll
	static void startServers() throws IOException {
		master = RedisOfATest.start(Files.createDirectory(directory.resolve("master")));
		replica = RedisOfATest.startReplica(Files.createDirectory(directory.resolve("replica")), master);
		Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> master.run((redis) -> redis.info("replication")).contains("state=online"));
	}

	@AfterAll
	static void stopServers() throws IOException {
		replica.close();
		master.close();
	}

	private static RedisLeaseStore waiting(int replicas) {
		return new RedisLeaseStore(master.factory(),
				new RedisLeaseOptions("test:", replicas, RedisOfATest.REPLICA_PATIENCE));
	}

	@Test
	void writeThatTooFewReplicasConfirmIsUnknown() throws Exception {
		try (RedisLeaseStore one = waiting(1); RedisLeaseStore two = waiting(2)) {
			LeaseRecord held = this.requests.held(one);
			assertThat(LeaseRequests.ask(two, this.requests.renew(held.version()), PATIENCE))
				.isInstanceOfSatisfying(Answer.Unknown.class, (unknown) -> assertThat(unknown.reason())
					.contains("1 of the 2 replicas", "leader-election.redis.wait-replicas"));
			LeaseRecord present = this.requests.present(two);
			assertThat(present.version()).isNotEqualTo(held.version());
			assertThat(LeaseRequests.ask(two, this.requests.renew(held.version()), PATIENCE))
				.isEqualTo(new Answer.NotDone());
			assertThat(this.requests.done(one, this.requests.renew(present.version())).token()).isEqualTo(held.token());
		}
	}

	@Test
	void replicaIsNotAskedNotEvenToRead() throws Exception {
		try (RedisLeaseStore usual = waiting(1); RedisLeaseStore misled = replica.store()) {
			LeaseRecord held = this.requests.held(usual);
			for (Request request : Arrays.asList(new Request.Read(this.requests.key()), this.requests.create(),
					this.requests.take(held.version()), this.requests.renew(held.version()),
					this.requests.release(held.version()))) {
				assertThat(LeaseRequests.ask(misled, request, PATIENCE)).as("the answer to %s", request)
					.isInstanceOf(Answer.Unknown.class);
			}
			assertThat(LeaseRequests.ask(misled, new Request.Read(this.requests.key()), PATIENCE))
				.isInstanceOfSatisfying(Answer.Unknown.class,
						(unknown) -> assertThat(unknown.reason()).containsIgnoringCase("read only replica"));
			assertThat(this.requests.present(usual)).isEqualTo(held);
		}
	}

	@Test
	void memoryPolicyUnderWhichALeaseMayBeLostIsWarnedOfOnce(CapturedOutput output) throws Exception {
		master.run((redis) -> redis.configSet("maxmemory-policy", "allkeys-lru"));
		try (RedisLeaseStore store = master.store()) {
			this.requests.held(store);
			Awaitility.await().atMost(PATIENCE).until(() -> output.getOut().contains("maxmemory-policy=allkeys-lru"));
			master.run((redis) -> redis.clientKill(KillArgs.Builder.typeNormal()));
			Awaitility.await().atMost(PATIENCE).until(() -> this.requests.read(store) instanceof Answer.Held);
			assertThat(output.getOut()).containsOnlyOnce("Redis may evict keys")
				.contains("Set maxmemory-policy=noeviction");
		}
		finally {
			master.run((redis) -> redis.configSet("maxmemory-policy", "noeviction"));
		}
	}

	@Test
	void memoryPolicyIsReadFromInfoWhereConfigIsRefused(CapturedOutput output) throws Exception {
		master.run((redis) -> redis.configSet("maxmemory-policy", "allkeys-random"));
		try (RedisLeaseStore store = asUser("+@all -config")) {
			this.requests.held(store);
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> output.getOut().contains("maxmemory-policy=allkeys-random"));
		}
		finally {
			master.run((redis) -> redis.configSet("maxmemory-policy", "noeviction"));
		}
	}

	@Test
	void memoryPolicyThatEvictsNothingIsNotWarnedOf(CapturedOutput output) throws Exception {
		long before = master.calls("config");
		try (RedisLeaseStore store = master.store()) {
			this.requests.held(store);
			Awaitility.await().atMost(PATIENCE).until(() -> master.calls("config") > before);
			assertThat(this.requests.read(store)).isInstanceOf(Answer.Held.class);
		}
		assertThat(output.getOut()).doesNotContain("evict");
	}

	@Test
	void rightsThatTheGuideNamesSuffice(CapturedOutput output) throws Exception {
		try (RedisLeaseStore store = asUser(RedisOfATest.rightsOfTheGuide())) {
			store.check();
			boolean[] told = new boolean[1];
			LeaseRecord held = this.requests.held(store);
			try (Watch watch = store.watch(this.requests.key(), (record) -> told[0] = true)) {
				assertThat(watch).isNotNull();
				Awaitility.await().atMost(PATIENCE).until(store::tellsChanges);
				LeaseRecord renewed = this.requests.done(store, this.requests.renew(held.version()));
				this.requests.done(store, this.requests.release(renewed.version()));
				Awaitility.await().atMost(PATIENCE).until(() -> told[0]);
			}
			assertThat(this.requests.read(store)).isInstanceOf(Answer.Free.class);
		}
		assertThat(output.getOut()).doesNotContain("WARN");
	}

	@Test
	void whoMayNotPublishStillReleases() throws Exception {
		try (RedisLeaseStore store = asUser("+@all -publish")) {
			LeaseRecord held = this.requests.held(store);
			assertThat(this.requests.done(store, this.requests.release(held.version())).free()).isTrue();
		}
	}

	@Test
	void whoHasNoRightsIsToldSo() throws Exception {
		try (RedisLeaseStore store = asUser("+@connection")) {
			assertThat(this.requests.read(store)).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("NOPERM", "'+evalsha'", "ACL SETUSER"));
		}
		try (RedisLeaseStore store = asUser("+@all -hgetall")) {
			assertThat(LeaseRequests.ask(store, this.requests.create(), PATIENCE)).isInstanceOfSatisfying(
					Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("ACL SETUSER"));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "evalsha", "eval", "exists", "hget", "hgetall", "hset", "hdel", "time" })
	void rightThatScriptsLackFailsTheCheckAndIsNamed(String command) throws Exception {
		try (RedisLeaseStore store = asUser(RedisOfATest.rightsOfTheGuide() + " -" + command)) {
			assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(store::check)
				.withMessageContainingAll("leader-election.store=redis", "'+" + command + "'", "ACL SETUSER");
		}
		List<String> left = master.run((redis) -> redis.keys("*none/none*"));
		assertThat(left).isEmpty();
	}

	@Test
	void rightThatWaitingForReplicasNeedsIsTriedWhereItIsNeeded() throws Exception {
		String rights = RedisOfATest.rightsOfTheGuide() + " -wait";
		try (RedisLeaseStore store = asUser(rights)) {
			store.check();
		}
		try (RedisLeaseStore store = asUser(rights, new RedisLeaseOptions("test:", 1, Duration.ofSeconds(5)))) {
			assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(store::check)
				.withMessageContaining("'+wait'");
		}
	}

	private RedisLeaseStore asUser(String rights) {
		return asUser(rights, RedisOfATest.options());
	}

	private RedisLeaseStore asUser(String rights, RedisLeaseOptions options) {
		master.allow("leases", rights);
		RedisStandaloneConfiguration there = new RedisStandaloneConfiguration("127.0.0.1", master.port());
		there.setUsername("leases");
		there.setPassword("secret");
		return new RedisLeaseStore(RedisOfATest.factory(there), options);
	}

}
