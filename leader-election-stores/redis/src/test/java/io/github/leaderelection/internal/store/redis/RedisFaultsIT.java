package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

import io.github.leaderelection.internal.store.redis.Relay.Fault;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.lettuce.core.KillArgs;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What goes wrong between a {@link RedisLeaseStore} and its server.
 */
class RedisFaultsIT {

	private static final Duration SHORT = Duration.ofMillis(300);

	private static final Duration PATIENCE = LeaseRequests.PATIENCE;

	@TempDir
	static Path directory;

	private static RedisOfATest server;

	private final LeaseRequests requests = LeaseRequests.ofItsOwn();

	private Relay relay;

	/** Reaches the server by the relay. */
	private RedisLeaseStore far;

	private RedisLeaseStore near;

	@BeforeAll
	static void startServer() throws IOException {
		server = RedisOfATest.start(directory);
	}

	@AfterAll
	static void stopServer() throws IOException {
		server.close();
	}

	@BeforeEach
	void open() throws Exception {
		this.relay = new Relay(server.port());
		this.far = new RedisLeaseStore(RedisOfATest.factory(this.relay.port()), RedisOfATest.options());
		this.near = server.store();
		LeaseRequests.letTheServerKnowTheScripts(this.near);
	}

	@AfterEach
	void close() throws IOException {
		this.far.close();
		this.near.close();
		this.relay.close();
	}

	/** The writes in their order, each for the version that the one before it left. */
	private static List<BiFunction<LeaseRequests, String, Request>> writes() {
		return List.of((requests, version) -> requests.create(), LeaseRequests::take, LeaseRequests::renew,
				LeaseRequests::release);
	}

	@Test
	void requestWhoseConnectionBreaksBeforeItsAnswerIsUnknownAndWasSentOnce() throws Exception {
		String version = "none";
		for (BiFunction<LeaseRequests, String, Request> write : writes()) {
			Request request = write.apply(this.requests, version);
			long before = server.scripts();
			this.relay.set(Fault.ANSWER_CUT);
			assertCutOff(request);
			this.relay.set(Fault.NONE);
			assertThat(server.scripts() - before).as("how often %s was done", request).isEqualTo(1);
			LeaseRecord present = this.requests.present(this.near);
			assertThat(present.version()).as("the version after %s", request).isNotEqualTo(version);
			assertThat(this.requests.read(this.far)).isEqualTo(Answer.read(present));
			assertThat(LeaseRequests.ask(this.near, request, PATIENCE)).isEqualTo(new Answer.NotDone());
			version = present.version();
		}
		this.relay.set(Fault.ANSWER_CUT);
		assertCutOff(new Request.Read(this.requests.key()));
	}

	private void assertCutOff(Request request) throws Exception {
		assertThat(LeaseRequests.ask(this.far, request, PATIENCE)).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).doesNotContain("No answer came within")
					.doesNotContain("not reached"));
	}

	@Test
	void requestThatComesLateIsDoneWhereNothingHappenedSince() throws Exception {
		String version = "none";
		for (BiFunction<LeaseRequests, String, Request> write : writes()) {
			Request request = write.apply(this.requests, version);
			Answer before = this.requests.read(this.near);
			sendLate(request, () -> assertThat(this.requests.read(this.near)).isEqualTo(before));
			version = this.requests.present(this.near).version();
			assertThat(this.requests.read(this.near)).as("what is there after %s", request).isNotEqualTo(before);
			assertThat(LeaseRequests.ask(this.near, request, PATIENCE)).isEqualTo(new Answer.NotDone());
		}
	}

	@Test
	void requestThatComesLateChangesNothingThatHappenedSince() throws Exception {
		sendLate(this.requests.create(), () -> this.requests.created(this.near));
		assertThat(this.requests.present(this.near).version()).startsWith("1-");
		for (BiFunction<LeaseRequests, String, Request> write : writes().subList(1, 4)) {
			LeaseRecord read = this.requests.present(this.near);
			LeaseRecord[] taken = new LeaseRecord[1];
			sendLate(write.apply(this.requests, read.version()),
					() -> taken[0] = this.requests.done(this.near, this.requests.take(read.version())));
			assertThat(this.requests.present(this.near)).isEqualTo(taken[0]);
		}
	}

	/** Lets a request arrive after its time, and after something else. */
	private void sendLate(Request request, Meanwhile meanwhile) throws Exception {
		int sent;
		do {
			this.relay.set(Fault.NONE);
			Awaitility.await().atMost(PATIENCE).until(() -> !(this.requests.read(this.far) instanceof Answer.Unknown));
			sent = this.relay.requests();
			this.relay.set(Fault.REQUEST_HELD);
			assertThat(LeaseRequests.ask(this.far, request, SHORT)).isInstanceOf(Answer.Unknown.class);
		}
		while (!isHeld(sent + 1));
		meanwhile.happens();
		long before = server.scripts();
		this.relay.set(Fault.NONE);
		Awaitility.await().atMost(PATIENCE).until(() -> server.scripts() == before + 1);
	}

	/** False if its time was over before it was sent, for this machine stood still. */
	private boolean isHeld(int requests) {
		try {
			Awaitility.await().until(() -> this.relay.requests() == requests);
			return true;
		}
		catch (ConditionTimeoutException ex) {
			return false;
		}
	}

	@Test
	void nothingIsKeptForLaterWhileTheServerIsAway() throws Exception {
		LeaseRecord held = this.requests.held(this.far);
		server.stop();
		for (BiFunction<LeaseRequests, String, Request> write : writes()) {
			assertThat(LeaseRequests.ask(this.far, write.apply(this.requests, held.version()), PATIENCE))
				.isInstanceOf(Answer.Unknown.class);
		}
		server.start();
		LeaseStore again = this.far;
		Awaitility.await().atMost(PATIENCE).until(() -> this.requests.read(again) instanceof Answer.Held);
		assertThat(this.requests.present(this.near)).isEqualTo(held);
		assertThat(this.requests.done(this.far, this.requests.renew(held.version())).token()).isEqualTo(held.token());
	}

	@Test
	void silentNetworkIsGivenUpAndLaterForgotten() throws Exception {
		LeaseRecord held = this.requests.held(this.far);
		this.relay.set(Fault.SILENCE);
		for (int i = 0; i < 3; i++) {
			assertThat(LeaseRequests.ask(this.far, this.requests.renew(held.version()), SHORT))
				.isInstanceOf(Answer.Unknown.class);
		}
		this.relay.set(Fault.NONE);
		Awaitility.await().atMost(PATIENCE).until(() -> this.requests.read(this.far) instanceof Answer.Held);
		assertThat(this.requests.present(this.far)).isEqualTo(held);
	}

	@Test
	void requestWhoseTimeIsOverBeforeThereIsAConnectionIsNotSent() throws Exception {
		this.requests.held(this.near);
		this.relay.set(Fault.SILENCE);
		assertThat(LeaseRequests.ask(this.far, new Request.Read(this.requests.key()), SHORT)).isInstanceOfSatisfying(
				Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("no connection yet"));
		this.relay.set(Fault.NONE);
		Awaitility.await().atMost(PATIENCE).until(() -> this.requests.read(this.far) instanceof Answer.Held);
		assertThat(this.relay.requests()).as("requests that the server was sent").isEqualTo(1);
	}

	@Test
	void aReadIsOneCommand() throws Exception {
		LeaseRecord held = this.requests.held(this.far);
		int before = this.relay.requests();
		for (int i = 0; i < 10; i++) {
			assertThat(this.requests.present(this.far)).isEqualTo(held);
		}
		assertThat(this.relay.requests() - before).isEqualTo(10);
	}

	@Test
	void scriptsThatTheServerForgotAreSentAgain() throws Exception {
		String version = "none";
		for (BiFunction<LeaseRequests, String, Request> write : writes()) {
			server.run((redis) -> redis.scriptFlush());
			Request request = write.apply(this.requests, version);
			long before = server.calls("eval");
			version = this.requests.done(this.near, request).version();
			assertThat(server.calls("eval") - before).as("scripts sent for %s", request).isEqualTo(1);
			server.run((redis) -> redis.scriptFlush());
			assertThat(LeaseRequests.ask(this.near, request, PATIENCE)).isEqualTo(new Answer.NotDone());
		}
		server.run((redis) -> redis.scriptFlush());
		assertThat(this.requests.read(this.near)).isInstanceOf(Answer.Free.class);
	}

	@Test
	void recordOfSomebodyElseIsReportedAndLeftAlone() throws Exception {
		String key = LeaseRequests.KEYS.name(this.requests.key());
		server.run((redis) -> redis.hset(key, "version", "mine"));
		assertThat(this.requests.read(this.near)).isInstanceOfSatisfying(Answer.Foreign.class,
				(foreign) -> assertThat(foreign.wrong()).isEqualTo("it has no incarnation"));
		server.run((redis) -> redis.del(key));
		server.run((redis) -> redis.set(key, "a text"));
		assertThat(LeaseRequests.ask(this.near, this.requests.take("mine"), PATIENCE)).isInstanceOfSatisfying(
				Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("WRONGTYPE"));
		String kept = server.run((redis) -> redis.get(key));
		assertThat(kept).isEqualTo("a text");
	}

	@Test
	void releasesAreToldAgainAfterTheConnectionBroke() throws Exception {
		LeaseRecord held = this.requests.held(this.near);
		int[] told = new int[1];
		assertThat(this.near.tellsChanges()).isFalse();
		try (LeaseStore.Watch watch = this.near.watch(this.requests.key(), (record) -> told[0]++)) {
			assertThat(watch).isNotNull();
			Awaitility.await().atMost(PATIENCE).until(this.near::tellsChanges);
			List<String> before = listening();
			assertThat(before).hasSize(1);
			server.run((redis) -> redis.clientKill(KillArgs.Builder.typePubsub()));
			Awaitility.await().atMost(PATIENCE).until(() -> listening().size() == 1 && !listening().equals(before));
			Awaitility.await().atMost(PATIENCE).until(this.near::tellsChanges);
			held = this.requests.done(this.near, this.requests.renew(held.version()));
			this.requests.done(this.near, this.requests.release(held.version()));
			Awaitility.await().atMost(PATIENCE).until(() -> told[0] == 1);
		}
	}

	/** The connections that listen, as the server names them. */
	private static List<String> listening() {
		return server.run((redis) -> redis.clientList())
			.lines()
			.filter((line) -> line.contains(" sub=1 "))
			.map((line) -> line.split(" ")[0])
			.toList();
	}

	/**
	 * What happens while a request is on its way.
	 */
	private interface Meanwhile {

		void happens() throws Exception;

	}

}
