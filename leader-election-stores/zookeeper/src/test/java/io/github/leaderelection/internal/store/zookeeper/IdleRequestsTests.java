package io.github.leaderelection.internal.store.zookeeper;

import java.io.IOException;
import java.time.Duration;

import io.github.leaderelection.internal.store.real.Presets;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.KillSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often ZooKeeper is asked by a process that waits, and when that asks the leader of
 * the ensemble.
 */
class IdleRequestsTests {

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	private StoreClient leader;

	private LeaseRecord held;

	@BeforeEach
	void lead() {
		this.leader = user(client());
		this.held = this.leader.held();
	}

	@AfterEach
	void deleteAll() throws Exception {
		this.leader.close();
		server.operator().delete().deletingChildrenIfNeeded().forPath("/leases");
	}

	/** A client that connects anew asks more: the server allows no longer session. */
	private static CuratorFramework client() {
		return server.client(server.port(), Duration.ofSeconds(4));
	}

	private static StoreClient user(CuratorFramework client) {
		return new StoreClient(new ZookeeperLeaseStore(client, "/leases"));
	}

	@Test
	void anIdleNodeThatWaitsSendsAtMost75RequestsAMinute() throws IOException {
		CuratorFramework client = client();
		CountedRequests counted = CountedRequests.of(client);
		try (StoreClient user = user(client)) {
			user.store().watch(StoreClient.KEY, (record) -> {
			});
			Awaitility.await().atMost(StoreClient.PATIENCE).until(() -> {
				user.read();
				return user.store().tellsChanges();
			});
			int before = awaitSilence(counted);
			user.read();
			double aRead = awaitSilence(counted) - before;
			assertThat(aRead * Presets.readsAMinute()).isPositive().isLessThanOrEqualTo(Presets.REQUESTS_A_MINUTE);
		}
	}

	/** All that was sent is answered. */
	private static int awaitSilence(CountedRequests counted) {
		int[] last = { -1 };
		Awaitility.await().atMost(StoreClient.PATIENCE).during(Duration.ofMillis(300)).until(() -> {
			int before = last[0];
			last[0] = counted.all();
			return before == last[0];
		});
		return last[0];
	}

	@Test
	void firstReadAsksTheLeaderOfTheEnsembleAndThoseAfterItDoNot() {
		CuratorFramework client = client();
		CountedRequests counted = CountedRequests.of(client);
		try (StoreClient user = user(client)) {
			LeaseRecord last = this.held;
			for (int i = 0; i < 5; i++) {
				assertThat(user.present()).isEqualTo(last);
				last = this.leader.done(this.leader.renew(last.version()));
			}
			assertThat(counted.syncs()).isEqualTo(1);
			assertThat(counted.reads()).isEqualTo(5);
		}
	}

	@Test
	void ownWritesThatWereDoneNeedNoLeaderToBeRead() {
		CuratorFramework client = client();
		CountedRequests counted = CountedRequests.of(client);
		try (StoreClient user = user(client)) {
			LeaseRecord taken = user.done(user.take(user.present().version()));
			assertThat(user.present()).isEqualTo(taken);
			LeaseRecord released = user.done(user.release(taken.version()));
			assertThat(user.present()).isEqualTo(released);
			assertThat(counted.syncs()).isEqualTo(1);
		}
	}

	@Test
	void readAfterAWriteThatWasRefusedAsksTheLeaderOfTheEnsemble() {
		CuratorFramework client = client();
		CountedRequests counted = CountedRequests.of(client);
		try (StoreClient user = user(client)) {
			LeaseRecord old = user.present();
			this.leader.done(this.leader.renew(old.version()));
			int before = counted.syncs();
			assertThat(user.ask(user.take(old.version()))).isEqualTo(new Answer.NotDone());
			user.present();
			assertThat(counted.syncs()).isEqualTo(before + 1);
			user.present();
			assertThat(counted.syncs()).isEqualTo(before + 1);
		}
	}

	@Test
	void readAfterAWriteWithoutAnswerAsksTheLeaderOfTheEnsemble() throws Exception {
		try (Relay relay = new Relay(server.port())) {
			CuratorFramework client = server.client(relay.port(), Duration.ofMinutes(5));
			CountedRequests counted = CountedRequests.of(client);
			try (StoreClient user = user(client)) {
				LeaseRecord read = user.present();
				assertThat(counted.syncs()).isEqualTo(1);
				relay.lose(false, true);
				assertThat(user.ask(user.take(read.version()), Duration.ofMillis(500)))
					.isInstanceOf(Answer.Unknown.class);
				relay.lose(false, false);
				relay.cut();
				user.awaitAnswer();
				assertThat(counted.syncs()).isGreaterThan(1);
				int after = counted.syncs();
				user.present();
				assertThat(counted.syncs()).isEqualTo(after);
			}
		}
	}

	@Test
	void firstReadOfTheNextClientAsksTheLeaderOfTheEnsemble() throws Exception {
		CuratorFramework client = client();
		CountedRequests counted = CountedRequests.of(client);
		try (StoreClient user = user(client)) {
			user.present();
			user.present();
			assertThat(counted.syncs()).isEqualTo(1);
			long former = client.getZookeeperClient().getInstanceIndex();
			KillSession.kill(client.getZookeeperClient().getZooKeeper());
			Awaitility.await()
				.atMost(StoreClient.PATIENCE)
				.until(() -> client.getZookeeperClient().getInstanceIndex() != former);
			user.awaitAnswer();
			assertThat(counted.syncs()).isEqualTo(2);
			user.present();
			assertThat(counted.syncs()).isEqualTo(2);
		}
	}

}
