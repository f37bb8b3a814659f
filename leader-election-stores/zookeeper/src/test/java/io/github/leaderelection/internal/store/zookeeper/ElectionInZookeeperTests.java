package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;

import io.github.leaderelection.internal.store.real.LeasingNode;
import io.github.leaderelection.internal.store.real.TwoNodes;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.KillSession;
import org.apache.zookeeper.CreateMode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nodes lead by a lease in ZooKeeper, in real time.
 */
class ElectionInZookeeperTests {

	/** That of a {@link LeasingNode}. */
	private static final LeaseStore.Key KEY = new LeaseStore.Key("real", "default");

	private static final Duration LEASE = Duration.ofSeconds(4);

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	/** Stands in line, as the node's own watch would have it. */
	private static LeaseStore store(String path, Recipe recipe) {
		LeaseStore store = new ZookeeperLeaseStore(server.client(server.port(), Duration.ofSeconds(1)), path, recipe);
		return new StoreInLine(store);
	}

	@ParameterizedTest
	@EnumSource
	void nodesLeadInTurn(Recipe recipe) {
		String path = "/in-turn-" + recipe;
		try (LeaseStore ofA = store(path, recipe); LeaseStore ofB = store(path, recipe)) {
			TwoNodes.leadInTurn(ofA, ofB, LEASE);
		}
	}

	@Test
	void nodeBehindOneThatNeverTakesLeadsByTheRecordAlone() throws Exception {
		LeaseNodes nodes = LeaseNodes.of("/frozen", KEY);
		try (LeaseStore ofA = store("/frozen", Recipe.SEQUENTIAL);
				LeaseStore ofB = store("/frozen", Recipe.SEQUENTIAL);
				LeasingNode a = new LeasingNode("a", ofA, LEASE)) {
			TwoNodes.await(a::leads);
			server.operator()
				.create()
				.creatingParentsIfNeeded()
				.withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
				.forPath(nodes.waiting() + "/frozen.1-", new byte[0]);
			try (LeasingNode b = new LeasingNode("b", ofB, LEASE)) {
				Awaitility.await()
					.atMost(LeaseUser.PATIENCE)
					.until(() -> server.operator().getChildren().forPath(nodes.waiting()).size() == 2);
				a.vanish();
				TwoNodes.awaitOnlyOne(a, b, b::leads);
				assertThat(b.token()).isGreaterThan(a.token());
			}
		}
	}

	@Test
	void leaderWhoseSessionEndsGoesOnLeading() throws Exception {
		CuratorFramework client = server.client(server.port(), Duration.ofSeconds(1));
		try (LeaseStore ofA = new StoreInLine(new ZookeeperLeaseStore(client, "/session", Recipe.SEQUENTIAL));
				LeasingNode a = new LeasingNode("a", ofA, Duration.ofSeconds(15))) {
			TwoNodes.await(a::leads);
			long token = a.token();
			long session = client.getZookeeperClient().getZooKeeper().getSessionId();
			KillSession.kill(client.getZookeeperClient().getZooKeeper());
			Awaitility.await()
				.atMost(LeaseUser.PATIENCE)
				.until(() -> client.getZookeeperClient().getZooKeeper().getSessionId() != session);
			awaitRenewal();
			assertThat(a.leads()).isTrue();
			assertThat(a.token()).isEqualTo(token);
		}
	}

	private static void awaitRenewal() throws Exception {
		String record = LeaseNodes.of("/session", KEY).record();
		int before = server.operator().checkExists().forPath(record).getVersion();
		Awaitility.await()
			.atMost(LeaseUser.PATIENCE)
			.until(() -> server.operator().checkExists().forPath(record).getVersion() > before);
	}

}
