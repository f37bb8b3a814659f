package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import io.lettuce.core.AclSetuserArgs;
import io.lettuce.core.RestoreArgs;
import io.lettuce.core.protocol.CommandType;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract for a {@link RedisLeaseStore} on a real server.
 */
class RedisLeaseStoreIT extends LeaseStoreContract {

	@TempDir
	static Path directory;

	private static RedisOfATest server;

	private final List<Relay> relays = new ArrayList<>();

	@BeforeAll
	static void startServer() throws IOException {
		server = RedisOfATest.start(directory);
	}

	@AfterAll
	static void stopServer() throws IOException {
		server.close();
	}

	@AfterEach
	void closeRelays() throws IOException {
		for (Relay relay : this.relays) {
			relay.close();
		}
	}

	@Override
	protected LeaseStore openStore() {
		return server.store();
	}

	@Override
	protected LeaseStore openStoreWithoutAnswers() throws Exception {
		return openStore(Relay.Fault.ANSWER_LOST);
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() throws Exception {
		return openStore(Relay.Fault.ONE_ANSWER_CUT);
	}

	private LeaseStore openStore(Relay.Fault fault) throws Exception {
		return openStore(openRelay(fault));
	}

	private static RedisLeaseStore openStore(Relay relay) {
		return new RedisLeaseStore(RedisOfATest.factory(relay.port()), RedisOfATest.options());
	}

	private Relay openRelay(Relay.Fault fault) throws Exception {
		try (RedisLeaseStore usual = server.store()) {
			LeaseRequests.letTheServerKnowTheScripts(usual);
		}
		Relay relay = new Relay(server.port());
		this.relays.add(relay);
		relay.set(fault);
		return relay;
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) throws Exception {
		Relay relay = openRelay(Relay.Fault.REQUEST_HELD);
		RedisLeaseStore store = openStore(relay);
		CompletionStage<Answer> answer = store.ask(take, patience());
		Awaitility.await().atMost(patience()).until(() -> relay.requests() > 0);
		return () -> {
			relay.set(Relay.Fault.NONE);
			try (store) {
				return answer.toCompletableFuture().join();
			}
		};
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return new RedisLeaseStore(server.factory(), RedisOfATest.options("other:"));
	}

	@Override
	protected void restartEngine() throws IOException {
		server.stop();
		server.start();
	}

	@Override
	protected void deleteRecord(Key deleted) {
		long count = server.run((redis) -> redis.del(LeaseRequests.KEYS.name(deleted)));
		assertThat(count).isEqualTo(1);
	}

	@Override
	protected Restore copyRecord(Key copied) {
		String key = LeaseRequests.KEYS.name(copied);
		byte[] copy = server.run((redis) -> redis.dump(key));
		return () -> {
			String done = server.run((redis) -> redis.restore(key, copy, new RestoreArgs().replace()));
			assertThat(done).isEqualTo("OK");
		};
	}

	@Override
	protected LeaseStore openStoreThatIsNotReached() throws IOException {
		return new RedisLeaseStore(RedisOfATest.factory(Ports.free()), RedisOfATest.options());
	}

	/** As where the right is withdrawn. */
	@Override
	protected void refuseWrites(Key refused) {
		server.run((redis) -> redis.aclSetuser("default", new AclSetuserArgs().removeCommand(CommandType.HSET)));
	}

	@Override
	protected void acceptWrites(Key accepted) {
		server.run((redis) -> redis.aclSetuser("default", new AclSetuserArgs().addCommand(CommandType.HSET)));
	}

	@Override
	protected void writeOtherData(Key overwritten) {
		server.run((redis) -> redis.set(LeaseRequests.KEYS.name(overwritten), "theirs"));
	}

	@Override
	protected void changePart(Key changed, String part, @Nullable String text) {
		String key = LeaseRequests.KEYS.name(changed);
		server.run((redis) -> (text != null) ? redis.hset(key, Map.of(part, text)) : redis.hdel(key, part));
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	@Override
	protected Duration slack() {
		return Duration.ofSeconds(5);
	}

}
