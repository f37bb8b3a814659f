package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;

import io.github.leaderelection.internal.store.real.LeasingNode;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.internal.store.real.TwoNodes;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.KillSession;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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

	private static LeaseStore store(String path) {
		return new ZookeeperLeaseStore(server.client(server.port(), Duration.ofSeconds(1)), path);
	}

	@Test
	void nodesLeadInTurn() {
		try (LeaseStore ofA = store("/in-turn"); LeaseStore ofB = store("/in-turn")) {
			TwoNodes.leadInTurn(ofA, ofB, LEASE);
		}
	}

	@Test
	void leaderWhoseSessionEndsGoesOnLeading() throws Exception {
		CuratorFramework client = server.client(server.port(), Duration.ofSeconds(1));
		try (LeaseStore ofA = new ZookeeperLeaseStore(client, "/session");
				LeasingNode a = new LeasingNode("a", ofA, Duration.ofSeconds(15))) {
			TwoNodes.await(a::leads);
			long token = a.token();
			long session = client.getZookeeperClient().getInstanceIndex();
			KillSession.kill(client.getZookeeperClient().getZooKeeper());
			// Not by its session: who asks for that while it is replaced may replace it,
			// too.
			Awaitility.await()
				.atMost(StoreClient.PATIENCE)
				.until(() -> client.getZookeeperClient().getInstanceIndex() != session);
			awaitRenewal();
			assertThat(a.leads()).isTrue();
			assertThat(a.token()).isEqualTo(token);
		}
	}

	private static void awaitRenewal() throws Exception {
		String record = LeaseNodes.of("/session", KEY).record();
		int before = server.operator().checkExists().forPath(record).getVersion();
		Awaitility.await()
			.atMost(StoreClient.PATIENCE)
			.until(() -> server.operator().checkExists().forPath(record).getVersion() > before);
	}

}
