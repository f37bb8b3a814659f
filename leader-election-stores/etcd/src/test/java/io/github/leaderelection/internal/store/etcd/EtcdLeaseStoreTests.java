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
import io.github.leaderelection.internal.store.real.AnswerlessStore;
import io.github.leaderelection.internal.store.real.ChangedText;
import io.github.leaderelection.internal.store.real.LossyStore;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.store.real.StoreClient;
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

	@TempDir
	static Path directory;

	private static EtcdServer server;

	/** An operator's. */
	private static Client client;

	private final Key key = new Key("orders-" + UUID.randomUUID(), "default");

	private EtcdLeaseStore store;

	private StoreClient user;

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
		this.user = by(this.store);
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

	private StoreClient by(LeaseStore by) {
		return new StoreClient(by, this.key);
	}

	// Revisions

	@Test
	void versionOfADeletedRecordIsRefusedByTheOneThatIsMadeNext() throws Exception {
		LeaseRecord held = this.user.held();
		deleteRecord(this.key);
		try (EtcdLeaseStore other = openStore()) {
			LeaseRecord created = by(other).done(this.user.create());
			for (Request old : List.of(this.user.renew(held.version()), this.user.take(held.version()),
					this.user.release(held.version()))) {
				assertThat(this.user.ask(old)).isEqualTo(new Answer.NotDone());
			}
			assertThat(this.user.read()).isEqualTo(new Answer.Free(created));
		}
	}

	@Test
	void versionThatARestoredCopyLostIsRefusedThoughItsRevisionsComeAgain() throws Exception {
		LeaseRecord before = this.user.held();
		Restore copy = copyRecord(this.key);
		awaitRead(new Answer.Held(before));
		LeaseRecord lost = this.user.done(this.user.renew(before.version()));
		copy.putBack();
		try (EtcdLeaseStore other = openStore()) {
			LeaseRecord again = by(other).done(this.user.renew(before.version()));
			assertThat(revisions(again)).isEqualTo(revisions(lost));
			awaitAnswer(this.user.renew(lost.version()), new Answer.NotDone());
			assertThat(this.user.read()).isEqualTo(new Answer.Held(again));
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
			.until(() -> this.user.ask(request, Duration.ofSeconds(2)),
					(answer) -> !(answer instanceof Answer.Unknown));
		assertThat(certain).isEqualTo(wanted);
	}

	@Test
	void compactionDisturbsNeitherRequestsNorAWatchThatWasBroken() throws Exception {
		LeaseRecord held = this.user.held();
		try (Relay relay = new Relay(server.port()); EtcdLeaseStore watching = at(relay.port())) {
			BlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
			watching.watch(this.key, (record) -> told.add(record != null));
			Awaitility.await().atMost(PATIENCE).until(watching::tellsChanges);
			relay.lose(true, true);
			for (int i = 0; i < 5; i++) {
				held = this.user.done(this.user.renew(held.version()));
			}
			client.getKVClient().compact(modified(held)).get();
			told.clear();
			relay.cut();
			relay.lose(false, false);
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("what was missed is to be read").isFalse();
			held = this.user.done(this.user.renew(held.version()));
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("the renewal is told").isTrue();
		}
	}

	private static long modified(LeaseRecord record) {
		return EtcdVersion.parse(record.version()).modified();
	}

	// Connections

	@Test
	void killedServerIsReportedAndFoundAgain() throws Exception {
		LeaseRecord held = this.user.held();
		server.kill();
		try {
			assertThat(this.user.ask(this.user.renew(held.version()))).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("UNAVAILABLE"));
		}
		finally {
			server.startAgain();
		}
		awaitRead(new Answer.Held(held));
		assertThat(this.user.done(this.user.renew(held.version())).token()).isEqualTo(held.token());
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
		LeaseRecord held = this.user.held();
		server.kill();
		try {
			assertThat(this.user.ask(this.user.renew(held.version()), Duration.ofMillis(50)))
				.isInstanceOf(Answer.Unknown.class);
		}
		finally {
			server.startAgain();
		}
		awaitRead(new Answer.Held(held));
	}

	@Test
	void requestThatIsGivenUpIsNotSentLaterByAClientThatDoesNotWait() throws Exception {
		LeaseRecord held = this.user.held();
		try (Client ready = Client.builder().endpoints(server.url()).waitForReady(false).build();
				EtcdLeaseStore borrowed = EtcdLeaseStore.with(ready, PREFIX)) {
			assertThat(by(borrowed).ask(new Request.Read(this.key))).isEqualTo(new Answer.Held(held));
			server.kill();
			try {
				assertThat(by(borrowed).ask(this.user.renew(held.version()), Duration.ofMillis(50)))
					.isInstanceOf(Answer.Unknown.class);
			}
			finally {
				server.startAgain();
			}
			// What its channel kept would go before this.
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> by(borrowed).ask(new Request.Read(this.key), Duration.ofSeconds(2)),
						(answer) -> !(answer instanceof Answer.Unknown));
		}
		awaitRead(new Answer.Held(held));
	}

	@Test
	void silentNetworkIsGivenUpAndLaterForgotten() throws Exception {
		LeaseRecord held = this.user.held();
		try (Relay relay = new Relay(server.port()); EtcdLeaseStore far = at(relay.port())) {
			assertThat(by(far).ask(new Request.Read(this.key))).isEqualTo(new Answer.Held(held));
			relay.lose(true, true);
			assertThat(by(far).ask(this.user.renew(held.version()), Duration.ofMillis(200))).isInstanceOfSatisfying(
					Answer.Unknown.class, (unknown) -> assertThat(unknown.reason()).contains("200 ms"));
			int former = relay.connections();
			Awaitility.await().atMost(PATIENCE).until(() -> {
				by(far).ask(new Request.Read(this.key), Duration.ofMillis(100));
				return relay.connections() > former;
			});
			relay.lose(false, false);
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> by(far).ask(new Request.Read(this.key), Duration.ofSeconds(1)),
						new Answer.Held(held)::equals);
		}
	}

	@Test
	void applicationsClientIsUsedAndGoesOn() throws Exception {
		LeaseRecord held = this.user.held();
		EtcdLeaseStore borrowed = EtcdLeaseStore.with(client, PREFIX);
		LeaseRecord renewed = by(borrowed).done(this.user.renew(held.version()));
		Awaitility.await().atMost(PATIENCE).until(() -> server.watches() == 0);
		borrowed.watch(this.key, (record) -> {
		});
		Awaitility.await().atMost(PATIENCE).until(borrowed::tellsChanges);
		assertThat(server.watches()).isEqualTo(1);
		borrowed.close();
		Awaitility.await().atMost(PATIENCE).until(() -> server.watches() == 0);
		assertThat(by(borrowed).ask(this.user.renew(renewed.version()))).isInstanceOf(Answer.Unknown.class);
		assertThat(client.getKVClient().get(new EtcdKeys(PREFIX).record(this.key)).get().getCount()).isEqualTo(1);
		assertThat(this.user.read()).isEqualTo(new Answer.Held(renewed));
	}

	// Changes

	@Test
	void changeIsToldWithItsRecordWhichMayBeTakenAtOnce() throws Exception {
		LeaseRecord held = this.user.held();
		try (EtcdLeaseStore waiting = openStore()) {
			BlockingQueue<LeaseRecord> told = new LinkedBlockingQueue<>();
			waiting.watch(this.key, (record) -> {
				if (record != null) {
					told.add(record);
				}
			});
			Awaitility.await().atMost(PATIENCE).until(waiting::tellsChanges);
			LeaseRecord released = this.user.done(this.user.release(held.version()));
			assertThat(told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(released);
			assertThat(by(waiting).done(this.user.take(released.version())).token()).isGreaterThan(held.token());
		}
	}

	@Test
	void deletionIsTold() throws Exception {
		this.user.held();
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
		LeaseRecord held = this.user.done(new Request.Take(this.key, this.user.done(this.user.create()).version(),
				StoreClient.NODE, 7, 8, "http://node-a:8080", 10_000_000_000L, 1, 255));
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
		assertThat(this.user.read()).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains(this.key.cluster(), "is no lease", "key-prefix"));
		assertThat(this.user.ask(this.user.create())).isEqualTo(new Answer.NotDone());
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
