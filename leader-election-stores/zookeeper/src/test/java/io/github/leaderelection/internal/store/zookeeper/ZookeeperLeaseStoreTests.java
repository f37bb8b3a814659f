package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a {@link ZookeeperLeaseStore}: what people, networks and sessions do to it.
 */
class ZookeeperLeaseStoreTests {

	private static final LeaseNodes NODES = LeaseNodes.of("/leases", StoreClient.KEY);

	private static final String RECORD = NODES.record();

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	private Relay relay;

	/** Over the relay. */
	private StoreClient user;

	@BeforeEach
	void open() throws Exception {
		this.relay = new Relay(server.port());
		this.user = user(server.client(this.relay.port()));
	}

	@AfterEach
	void deleteAll() throws Exception {
		this.user.close();
		this.relay.close();
		if (server.operator().checkExists().forPath("/leases") != null) {
			server.operator().delete().deletingChildrenIfNeeded().forPath("/leases");
		}
	}

	private static StoreClient user(CuratorFramework client) {
		return new StoreClient(new ZookeeperLeaseStore(client, "/leases"));
	}

	@Test
	void recordIsAFewLinesOfText() throws Exception {
		LeaseRecord held = this.user.held();
		String text = new String(server.operator().getData().forPath(RECORD), StandardCharsets.UTF_8);
		assertThat(text.lines()).startsWith("leader-election-lease 1", "holder node-a")
			.contains("token " + held.token(), "duration-nanos 9500000000", "free false");
		assertThat(server.operator().getChildren().forPath(RECORD)).singleElement().asString().startsWith("version-");
	}

	@Test
	void writesCountedAlikeInANodeMadeAnewAreRefusedAllTheSame() throws Exception {
		LeaseRecord old = this.user.held();
		server.operator().delete().deletingChildrenIfNeeded().forPath(RECORD);
		LeaseRecord present = this.user.held();
		assertThat(RecordVersion.parse(present.version()).count())
			.isEqualTo(RecordVersion.parse(old.version()).count());
		assertThat(this.user.ask(this.user.renew(old.version()))).isEqualTo(new Answer.NotDone());
		assertThat(this.user.ask(this.user.release(old.version()))).isEqualTo(new Answer.NotDone());
		assertThat(this.user.read()).isEqualTo(new Answer.Held(present));
	}

	@Test
	void requestThatIsLateComesToANodeMadeAnewAndIsRefused() throws Exception {
		LeaseRecord old = this.user.held();
		try (StoreClient other = user(server.client(server.port()))) {
			assertThat(other.present()).isEqualTo(old);
			server.operator().delete().deletingChildrenIfNeeded().forPath(RECORD);
			LeaseRecord present = other.held();
			// It still knows the old record, so the server alone can refuse it.
			assertThat(this.user.ask(this.user.renew(old.version()))).isEqualTo(new Answer.NotDone());
			assertThat(other.read()).isEqualTo(new Answer.Held(present));
		}
	}

	@Test
	void recordThatSomebodyWroteByHandHasAnotherVersion() throws Exception {
		LeaseRecord held = this.user.held();
		String text = new String(server.operator().getData().forPath(RECORD), StandardCharsets.UTF_8);
		server.operator()
			.setData()
			.forPath(RECORD, text.replace("free false", "free true").getBytes(StandardCharsets.UTF_8));
		assertThat(this.user.ask(this.user.renew(held.version()))).isEqualTo(new Answer.NotDone());
		LeaseRecord freed = this.user.present();
		assertThat(freed.free()).isTrue();
		assertThat(freed.version()).isNotEqualTo(held.version());
		assertThat(this.user.done(this.user.take(freed.version())).token()).isGreaterThan(held.token());
	}

	@Test
	void nodeWithOtherDataIsReportedAndLeftAlone() throws Exception {
		server.operator().create().creatingParentsIfNeeded().forPath(RECORD, "theirs".getBytes(StandardCharsets.UTF_8));
		assertThat(this.user.read()).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("'" + RECORD + "'", "is no lease",
						"leader-election.zookeeper.path"));
		assertThat(this.user.ask(this.user.create())).isEqualTo(new Answer.NotDone());
		assertThat(server.operator().getData().forPath(RECORD)).asString().isEqualTo("theirs");
	}

	@Test
	void recordWhoseVersionNodeSomebodyDeletedIsTakenAndNotRenewed() throws Exception {
		LeaseRecord held = this.user.held();
		server.operator().delete().forPath(NODES.version(RecordVersion.parse(held.version())));
		assertThat(this.user.ask(this.user.renew(held.version()))).isEqualTo(new Answer.NotDone());
		assertThat(this.user.read()).isEqualTo(new Answer.Held(held));
		assertThat(this.user.done(this.user.take(held.version())).token()).isGreaterThan(held.token());
	}

	/** Get, the leader renews, set. */
	@Test
	void olderDataThatSomebodyPutBackIsTaken() throws Exception {
		LeaseRecord held = this.user.held();
		byte[] older = server.operator().getData().forPath(RECORD);
		LeaseRecord renewed = this.user.done(this.user.renew(held.version()));
		server.operator().setData().forPath(RECORD, older);
		assertThat(this.user.ask(this.user.renew(renewed.version()))).isEqualTo(new Answer.NotDone());
		LeaseRecord restored = this.user.present();
		assertThat(restored.version()).isNotIn(held.version(), renewed.version());
		LeaseRecord taken = this.user.done(this.user.take(restored.version()));
		assertThat(taken.token()).isGreaterThan(held.token());
		assertThat(this.user.ask(this.user.take(restored.version()))).isEqualTo(new Answer.NotDone());
		assertThat(this.user.ask(this.user.renew(renewed.version()))).isEqualTo(new Answer.NotDone());
		this.user.done(this.user.renew(taken.version()));
	}

	@Test
	void connectionThatBreaksAfterTheRequestLeavesItUnknownAndDoneOnce() throws Exception {
		LeaseRecord held = this.user.held();
		this.relay.lose(false, true);
		Request.Renew renew = this.user.renew(held.version());
		CompletableFuture<Answer> under = this.user.store().ask(renew, Duration.ofSeconds(20)).toCompletableFuture();
		Awaitility.await()
			.atMost(StoreClient.PATIENCE)
			.until(() -> server.operator().checkExists().forPath(RECORD).getVersion() == 2);
		this.relay.lose(false, false);
		this.relay.cut();
		assertThat(under.get(20, TimeUnit.SECONDS)).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("broke off"));
		this.user.awaitAnswer();
		assertThat(this.user.ask(renew)).isEqualTo(new Answer.NotDone());
		assertThat(server.operator().checkExists().forPath(RECORD).getVersion()).isEqualTo(2);
	}

	@Test
	void endOfTheSessionChangesNothingOfTheLease() throws Exception {
		LeaseRecord held = this.user.held();
		Stat before = server.operator().checkExists().forPath(RECORD);
		try (Relay deaf = new Relay(server.port());
				StoreClient leader = user(server.client(deaf.port(), Duration.ofMillis(500)))) {
			leader.awaitAnswer();
			deaf.lose(false, true);
			assertThat(leader.ask(leader.renew(held.version()), Duration.ofMillis(1500)))
				.isInstanceOf(Answer.Unknown.class);
			deaf.lose(false, false);
			Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> isRenewed(leader, held));
		}
		assertThat(server.operator().checkExists().forPath(RECORD).getCzxid()).isEqualTo(before.getCzxid());
	}

	/**
	 * A pause of this machine ends so short a session again, and then nothing is known.
	 */
	private static boolean isRenewed(StoreClient leader, LeaseRecord held) {
		if (!(leader.read() instanceof Answer.Held present)) {
			return false;
		}
		assertThat(present.record().isOf(StoreClient.NODE, 1, held.attempt())).isTrue();
		return leader.ask(leader.renew(present.record().version())) instanceof Answer.Mine;
	}

	@Test
	void requestWithoutAConnectionIsNeverSent() throws Exception {
		LeaseRecord held = this.user.held();
		server.stop();
		try {
			// What was sent before the end of the connection is noticed may be done late.
			Awaitility.await()
				.atMost(StoreClient.PATIENCE)
				.untilAsserted(() -> assertNotConnected(new Request.Read(StoreClient.KEY)));
			assertNotConnected(this.user.renew(held.version()));
		}
		finally {
			server.restart();
		}
		this.user.awaitAnswer();
		assertThat(this.user.read()).isEqualTo(new Answer.Held(held));
	}

	private void assertNotConnected(Request request) {
		assertThat(this.user.ask(request, Duration.ofMillis(200))).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("no connection"));
	}

	@Test
	void nothingIsToldWhileTheServerIsAway() throws Exception {
		this.user.store().watch(StoreClient.KEY, (record) -> {
		});
		Awaitility.await().atMost(StoreClient.PATIENCE).until(this.user.store()::tellsChanges);
		server.stop();
		try {
			Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> !this.user.store().tellsChanges());
		}
		finally {
			server.restart();
		}
		Awaitility.await().atMost(StoreClient.PATIENCE).until(this.user.store()::tellsChanges);
	}

	@Test
	void whoMayNotReadIsToldWhatToSet() throws Exception {
		String address = "127.0.0.1:" + server.port();
		StoreClient owner = user(new ZookeeperClients(address, Duration.ofSeconds(3), "me:secret", null).client());
		try (owner) {
			this.user.store().check();
			LeaseRecord held = owner.held();
			owner.store().check();
			assertThatExceptionOfType(InvalidElectionConfigurationException.class).isThrownBy(this.user.store()::check)
				.withMessageContainingAll("'/leases' is refused (NOAUTH)", "Set leader-election.zookeeper.digest");
			assertThat(this.user.read()).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("'" + RECORD + "'",
							"leader-election.zookeeper.digest"));
			assertThat(this.user.ask(this.user.renew(held.version()))).isInstanceOf(Answer.Unknown.class);
			owner.done(owner.release(held.version()));
			assertThat(owner.store().description()).doesNotContain("secret");
		}
		try (StoreClient again = user(
				new ZookeeperClients(address, Duration.ofSeconds(3), "me:secret", null).client())) {
			assertThat(again.present().free()).isTrue();
			again.store().close();
		}
		try (CuratorFramework admin = new ZookeeperClients(address, Duration.ofSeconds(3), "me:secret", null)
			.client()) {
			admin.start();
			assertThat(admin.blockUntilConnected(20, TimeUnit.SECONDS)).isTrue();
			admin.delete().deletingChildrenIfNeeded().forPath("/leases");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "AUTHFAILED", "SESSIONCLOSEDREQUIRESASLAUTH" })
	void whoIsNotAcceptedIsToldWhatToSet(Code code) {
		assertThatExceptionOfType(InvalidElectionConfigurationException.class)
			.isThrownBy(() -> ZookeeperProblem.throwIfLasting(code, "ZooKeeper at zk:2181", "/leases"))
			.withMessageContainingAll("ZooKeeper at zk:2181", code.name(), "Set leader-election.zookeeper.digest");
	}

	@ParameterizedTest
	@EnumSource(names = { "OK", "NONODE", "CONNECTIONLOSS", "SESSIONEXPIRED", "OPERATIONTIMEOUT" })
	void whatMayPassFailsNoCheck(Code code) {
		assertThatCode(() -> ZookeeperProblem.throwIfLasting(code, "ZooKeeper at zk:2181", "/leases"))
			.doesNotThrowAnyException();
	}

	@Test
	void parentThatBelongsToOthersIsReported() throws Exception {
		server.operator()
			.create()
			.withACL(List.of(new ACL(ZooDefs.Perms.READ, ZooDefs.Ids.ANYONE_ID_UNSAFE)))
			.forPath("/leases", new byte[0]);
		assertThat(this.user.read()).isEqualTo(new Answer.Missing());
		assertThat(this.user.ask(this.user.create())).isInstanceOfSatisfying(Answer.Unknown.class,
				(unknown) -> assertThat(unknown.reason()).contains("'/leases/orders'",
						"leader-election.zookeeper.digest"));
	}

	@Test
	void urlWithALineBreakIsNoLineOfItsOwn() {
		String url = "http://a\nfree true";
		Request.Take take = new Request.Take(StoreClient.KEY, this.user.created().version(), StoreClient.NODE, 1, 1,
				url, 1, 1, 1);
		assertThat(this.user.ask(take)).isInstanceOf(Answer.Mine.class);
		assertThat(this.user.read()).isInstanceOfSatisfying(Answer.Foreign.class,
				(foreign) -> assertThat(foreign.wrong()).contains("its url", "control characters"));
	}

	@Test
	void namesOfNodesAreLegalAndApart() {
		List<String> names = List.of("a/b", "a%2Fb", ".", "..", "a b", "a+b", "é", "\u0001");
		List<String> nodes = names.stream()
			.map((name) -> LeaseNodes.of("", new LeaseStore.Key("c", name)).record())
			.toList();
		assertThat(nodes).doesNotHaveDuplicates()
			.allSatisfy((node) -> org.apache.zookeeper.common.PathUtils.validatePath(node));
	}

}
