package io.github.leaderelection.internal.store.etcd;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.store.real.AnswerlessStore;
import io.github.leaderelection.internal.store.real.ChangedText;
import io.github.leaderelection.internal.store.real.LossyStore;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract for an {@link EtcdLeaseStore}, and what only etcd can do to it.
 */
class EtcdLeaseStoreTests extends LeaseStoreContract {

	static final String PREFIX = "leader-election/";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final NodeId NODE = NodeId.of("node-a");

	@TempDir
	static Path directory;

	private static EtcdServer server;

	/** An operator's. */
	private static Client client;

	private final Key key = new Key("orders-" + UUID.randomUUID(), "default");

	private EtcdLeaseStore store;

	private long drawn;

	@BeforeAll
	static void startServer() throws Exception {
		if (EtcdServer.isInstalled()) {
			server = EtcdServer.start(directory);
			client = Client.builder().endpoints(server.url()).build();
		}
	}

	@AfterAll
	static void stopServer() throws Exception {
		if (server != null) {
			client.close();
			server.close();
		}
	}

	@BeforeEach
	void openOne() {
		// Here, so that each test is counted as skipped.
		EtcdServer.assumeInstalled();
		this.store = openStore();
	}

	@AfterEach
	void closeIt() {
		if (this.store != null) {
			this.store.close();
		}
	}

	@Override
	protected EtcdLeaseStore openStore() {
		return at(server.port());
	}

	private static EtcdLeaseStore at(int port) {
		return at(port, PREFIX);
	}

	private static EtcdLeaseStore at(int port, String prefix) {
		return EtcdLeaseStore.at(new EtcdServers(List.of(server.url(port)), null, null, null), prefix);
	}

	@Override
	protected AnswerlessStore openStoreWithoutAnswers() throws IOException {
		Relay relay = new Relay(server.port());
		return new AnswerlessStore(at(relay.port()), relay);
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() throws IOException {
		return new LossyStore(openStoreWithoutAnswers());
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return at(server.port(), "other/");
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) throws IOException {
		AnswerlessStore store = openStoreWithoutAnswers();
		CompletableFuture<Answer> answer = store.hold(take);
		return () -> store.letGo(answer);
	}

	@Override
	protected void restartEngine() throws Exception {
		server.kill();
		server.startAgain();
	}

	/** A copy of all that the server keeps, with its revisions. */
	@Override
	protected Restore copyRecord(Key copied) throws Exception {
		Path copy = directory.resolve("copy");
		server.kill();
		FileSystemUtils.copyRecursively(server.data(), copy);
		server.startAgain();
		return () -> {
			server.kill();
			FileSystemUtils.deleteRecursively(server.data());
			FileSystemUtils.copyRecursively(copy, server.data());
			FileSystemUtils.deleteRecursively(copy);
			server.startAgain();
		};
	}

	@Override
	protected void deleteRecord(Key deleted) throws Exception {
		assertThat(client.getKVClient().delete(new EtcdKeys(PREFIX).record(deleted)).get().getDeleted()).isEqualTo(1);
	}

	@Override
	protected LeaseStore openStoreThatIsNotReached() throws IOException {
		return at(Ports.free());
	}

	@Override
	protected void writeOtherData(Key overwritten) throws Exception {
		client.getKVClient().put(new EtcdKeys(PREFIX).record(overwritten), EtcdKeys.bytes("theirs")).get();
	}

	@Override
	protected void changePart(Key changed, String part, @Nullable String text) throws Exception {
		ByteSequence key = new EtcdKeys(PREFIX).record(changed);
		String before = client.getKVClient().get(key).get().getKvs().get(0).getValue().toString();
		client.getKVClient().put(key, EtcdKeys.bytes(ChangedText.of(before, part, text))).get();
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	private Request.Create create() {
		return new Request.Create(this.key, 10_000_000_000L, 1, true, this.drawn++);
	}

	private Request.Take take(String version) {
		return new Request.Take(this.key, version, NODE, 1, this.drawn++, null, 10_000_000_000L, 1, this.drawn++);
	}

	private Request.Renew renew(String version) {
		return new Request.Renew(this.key, version, 10_000_000_000L, this.drawn++);
	}

	private Request.Release release(String version) {
		return new Request.Release(this.key, version, null, 0, this.drawn++);
	}

	private static Answer ask(LeaseStore at, Request request, Duration deadline) throws Exception {
		return at.ask(request, deadline).toCompletableFuture().get(PATIENCE.toSeconds() + 5, TimeUnit.SECONDS);
	}

	private static LeaseRecord done(LeaseStore at, Request request) throws Exception {
		Answer answer = ask(at, request, PATIENCE);
		assertThat(answer).as("the answer to %s", request).isInstanceOf(Answer.Mine.class);
		return ((Answer.Mine) answer).record();
	}

	private LeaseRecord held() throws Exception {
		return done(this.store, take(done(this.store, create()).version()));
	}

	private Answer read() throws Exception {
		return ask(this.store, new Request.Read(this.key), PATIENCE);
	}

	// Revisions

	@Test
	void versionOfADeletedRecordIsRefusedByTheOneThatIsMadeNext() throws Exception {
		LeaseRecord held = held();
		deleteRecord(this.key);
		try (EtcdLeaseStore other = openStore()) {
			LeaseRecord created = done(other, create());
			for (Request old : List.of(renew(held.version()), take(held.version()), release(held.version()))) {
				assertThat(ask(this.store, old, PATIENCE)).isEqualTo(new Answer.NotDone());
			}
			assertThat(read()).isEqualTo(new Answer.Free(created));
		}
	}

	@Test
	void versionThatARestoredCopyLostIsRefusedThoughItsRevisionsComeAgain() throws Exception {
		LeaseRecord before = held();
		Restore copy = copyRecord(this.key);
		awaitRead(new Answer.Held(before));
		LeaseRecord lost = done(this.store, renew(before.version()));
		copy.putBack();
		try (EtcdLeaseStore other = openStore()) {
			LeaseRecord again = done(other, renew(before.version()));
			assertThat(revisions(again)).isEqualTo(revisions(lost));
			awaitAnswer(renew(lost.version()), new Answer.NotDone());
			assertThat(read()).isEqualTo(new Answer.Held(again));
		}
	}

	private static String revisions(LeaseRecord record) {
		return record.version().substring(0, record.version().indexOf('-'));
	}

	private void awaitRead(Answer wanted) {
		awaitAnswer(new Request.Read(this.key), wanted);
	}

	private void awaitAnswer(Request request, Answer wanted) {
		Answer certain = Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> ask(this.store, request, Duration.ofSeconds(2)),
					(answer) -> !(answer instanceof Answer.Unknown));
		assertThat(certain).isEqualTo(wanted);
	}

	@Test
	void compactionDisturbsNeitherRequestsNorAWatchThatWasBroken() throws Exception {
		LeaseRecord held = held();
		try (Relay relay = new Relay(server.port()); EtcdLeaseStore watching = at(relay.port())) {
			BlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
			watching.watch(this.key, (record) -> told.add(record != null));
			Awaitility.await().atMost(PATIENCE).until(watching::tellsChanges);
			relay.lose(true, true);
			for (int i = 0; i < 5; i++) {
				held = done(this.store, renew(held.version()));
			}
			client.getKVClient().compact(modified(held)).get();
			told.clear();
			relay.cut();
			relay.lose(false, false);
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("what was missed is to be read").isFalse();
			held = done(this.store, renew(held.version()));
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("the renewal is told").isTrue();
		}
	}

	private static long modified(LeaseRecord record) {
		return EtcdVersion.parse(record.version()).modified();
	}

	// Connections

	@Test
	void killedServerIsReportedAndFoundAgain() throws Exception {
		LeaseRecord held = held();
		server.kill();
		try {
			assertThat(ask(this.store, renew(held.version()), PATIENCE)).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("UNAVAILABLE"));
		}
		finally {
			server.startAgain();
		}
		awaitRead(new Answer.Held(held));
		assertThat(done(this.store, renew(held.version())).token()).isEqualTo(held.token());
	}

	@Test
	void checkChangesNothingAndDoesNotFailWhileTheServerIsAway() throws Exception {
		this.store.check();
		GetOption below = GetOption.builder().isPrefix(true).build();
		ByteSequence none = new EtcdKeys(PREFIX).cluster("none");
		assertThat(client.getKVClient().get(none, below).get().getCount()).isZero();
		server.kill();
		try {
			this.store.check();
		}
		finally {
			server.startAgain();
		}
	}

	@Test
	void requestThatIsGivenUpIsNotSentLater() throws Exception {
		LeaseRecord held = held();
		server.kill();
		try {
			assertThat(ask(this.store, renew(held.version()), Duration.ofMillis(50)))
				.isInstanceOf(Answer.Unknown.class);
		}
		finally {
			server.startAgain();
		}
		awaitRead(new Answer.Held(held));
	}

	@Test
	void requestThatIsGivenUpIsNotSentLaterByAClientThatDoesNotWait() throws Exception {
		LeaseRecord held = held();
		try (Client ready = Client.builder().endpoints(server.url()).waitForReady(false).build();
				EtcdLeaseStore borrowed = EtcdLeaseStore.with(ready, PREFIX)) {
			assertThat(ask(borrowed, new Request.Read(this.key), PATIENCE)).isEqualTo(new Answer.Held(held));
			server.kill();
			try {
				assertThat(ask(borrowed, renew(held.version()), Duration.ofMillis(50)))
					.isInstanceOf(Answer.Unknown.class);
			}
			finally {
				server.startAgain();
			}
			// What its channel kept would go before this.
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> ask(borrowed, new Request.Read(this.key), Duration.ofSeconds(2)),
						(answer) -> !(answer instanceof Answer.Unknown));
		}
		awaitRead(new Answer.Held(held));
	}

	@Test
	void silentNetworkIsGivenUpAndLaterForgotten() throws Exception {
		LeaseRecord held = held();
		try (Relay relay = new Relay(server.port()); EtcdLeaseStore far = at(relay.port())) {
			assertThat(ask(far, new Request.Read(this.key), PATIENCE)).isEqualTo(new Answer.Held(held));
			relay.lose(true, true);
			assertThat(ask(far, renew(held.version()), Duration.ofMillis(200))).isInstanceOfSatisfying(
					Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("200 ms"));
			int former = relay.connections();
			Awaitility.await().atMost(PATIENCE).until(() -> {
				ask(far, new Request.Read(this.key), Duration.ofMillis(100));
				return relay.connections() > former;
			});
			relay.lose(false, false);
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> ask(far, new Request.Read(this.key), Duration.ofSeconds(1)),
						new Answer.Held(held)::equals);
		}
	}

	@Test
	void applicationsClientIsUsedAndGoesOn() throws Exception {
		LeaseRecord held = held();
		EtcdLeaseStore borrowed = EtcdLeaseStore.with(client, PREFIX);
		LeaseRecord renewed = done(borrowed, renew(held.version()));
		Awaitility.await().atMost(PATIENCE).until(() -> server.watches() == 0);
		borrowed.watch(this.key, (record) -> {
		});
		Awaitility.await().atMost(PATIENCE).until(borrowed::tellsChanges);
		assertThat(server.watches()).isEqualTo(1);
		borrowed.close();
		Awaitility.await().atMost(PATIENCE).until(() -> server.watches() == 0);
		assertThat(ask(borrowed, renew(renewed.version()), PATIENCE)).isInstanceOf(Answer.Unknown.class);
		assertThat(client.getKVClient().get(new EtcdKeys(PREFIX).record(this.key)).get().getCount()).isEqualTo(1);
		assertThat(read()).isEqualTo(new Answer.Held(renewed));
	}

	// Changes

	@Test
	void changeIsToldWithItsRecordWhichMayBeTakenAtOnce() throws Exception {
		LeaseRecord held = held();
		try (EtcdLeaseStore waiting = openStore()) {
			BlockingQueue<LeaseRecord> told = new LinkedBlockingQueue<>();
			waiting.watch(this.key, (record) -> {
				if (record != null) {
					told.add(record);
				}
			});
			Awaitility.await().atMost(PATIENCE).until(waiting::tellsChanges);
			LeaseRecord released = done(this.store, release(held.version()));
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(released);
			assertThat(done(waiting, take(released.version())).token()).isGreaterThan(held.token());
		}
	}

	@Test
	void deletionIsTold() throws Exception {
		held();
		Semaphore told = new Semaphore(0);
		this.store.watch(this.key, (record) -> told.release());
		Awaitility.await().atMost(PATIENCE).until(this.store::tellsChanges);
		told.drainPermits();
		deleteRecord(this.key);
		assertThat(told.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void watchThatBreaksIsOpenedAgainAndHasEverybodyRead() throws Exception {
		try (Relay relay = new Relay(server.port()); EtcdLeaseStore far = at(relay.port())) {
			assertThat(far.tellsChanges()).isFalse();
			Semaphore told = new Semaphore(0);
			far.watch(this.key, (record) -> told.release());
			Awaitility.await().atMost(PATIENCE).until(far::tellsChanges);
			relay.lose(true, true);
			relay.cut();
			Awaitility.await().atMost(PATIENCE).until(() -> !far.tellsChanges());
			told.drainPermits();
			relay.cut();
			relay.lose(false, false);
			Awaitility.await().atMost(PATIENCE).until(far::tellsChanges);
			assertThat(told.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
	}

	// What operators see

	@Test
	void operatorsCanReadTheRecord() throws Exception {
		LeaseRecord held = done(this.store, new Request.Take(this.key, done(this.store, create()).version(), NODE, 7, 8,
				"http://node-a:8080", 10_000_000_000L, 1, 255));
		GetResponse found = client.getKVClient()
			.get(ByteSequence.from("leader-election/" + this.key.cluster() + "/default", StandardCharsets.UTF_8))
			.get();
		assertThat(found.getKvs()).hasSize(1);
		assertThat(found.getKvs().get(0).getValue().toString(StandardCharsets.UTF_8)).contains("holder node-a\n",
				"token " + held.token() + "\n", "free false\n", "url http://node-a:8080\n", "stamp ff\n");
		assertThat(found.getKvs().get(0).getLease()).as("an etcd lease that could end it").isZero();
	}

	@Test
	void valueThatIsNoLeaseIsNamedWithItsRemedy() throws Exception {
		ByteSequence foreign = new EtcdKeys(PREFIX).record(this.key);
		client.getKVClient().put(foreign, ByteSequence.from("something else", StandardCharsets.UTF_8)).get();
		assertThat(read()).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains(this.key.cluster(), "is no lease", "key-prefix"));
		assertThat(ask(this.store, create(), PATIENCE)).isEqualTo(new Answer.NotDone());
	}

	@Test
	void descriptionNamesServersAndPrefixAndNoSecret() {
		EtcdServers servers = new EtcdServers(List.of(server.url()), "me", "secret", null);
		try (EtcdLeaseStore named = EtcdLeaseStore.at(servers, PREFIX)) {
			assertThat(named.description()).contains(server.url().toString(), PREFIX).doesNotContain("secret");
			assertThat(servers.toString()).doesNotContain("secret");
		}
	}

}
