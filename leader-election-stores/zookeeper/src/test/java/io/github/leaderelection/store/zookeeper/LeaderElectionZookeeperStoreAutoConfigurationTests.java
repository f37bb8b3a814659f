package io.github.leaderelection.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.real.TwoInstances;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaderElectionZookeeperStoreAutoConfiguration}.
 */
class LeaderElectionZookeeperStoreAutoConfigurationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static TestingServer server;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionZookeeperStoreAutoConfiguration.class,
				LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=zookeeper", "leader-election.lease-duration=2s",
				"leader-election.retry-interval=100ms", "leader-election.drain-timeout=1s");

	@BeforeAll
	static void startServer() throws Exception {
		server = new TestingServer(Ports.free());
	}

	@AfterAll
	static void stopServer() throws Exception {
		server.close();
	}

	@Test
	void twoInstancesOfAnApplicationLeadInTurnByZookeeper() {
		ApplicationContextRunner shared = this.runner.withPropertyValues("leader-election.cluster=turns",
				"leader-election.zookeeper.connect-string=" + server.getConnectString(),
				"leader-election.zookeeper.digest=me:secret");
		new TwoInstances(shared).leadInTurn();
	}

	@Test
	void serversAndNamespaceAreThoseOfTheApplicationsClient() {
		try (CuratorFramework theirs = CuratorFrameworkFactory.builder()
			.connectString(server.getConnectString())
			.namespace("shop")
			.retryPolicy(new RetryOneTime(10))
			.build()) {
			theirs.start();
			this.runner.withBean(CuratorFramework.class, () -> theirs, (bean) -> bean.setDestroyMethodName(""))
				.withPropertyValues("leader-election.assume-new=true", "leader-election.zookeeper.path=/leases")
				.run((context) -> {
					Awaitility.await().atMost(PATIENCE).until(TwoInstances.elector(context)::isLeader);
					byte[] record = theirs.getData().forPath("/leases/default/default");
					assertThat(new String(record, StandardCharsets.UTF_8)).startsWith("leader-election-lease 1");
					assertThat(context.getBean(LeaseStore.class).description())
						.isEqualTo("ZooKeeper at " + server.getConnectString() + ", node /shop/leases");
				});
			assertThat(theirs.getData()).as("the application's client goes on").isNotNull();
		}
	}

	@Test
	void withoutServersTheStartFailsWithARemedy() {
		this.runner.run((context) -> assertThat(context.getStartupFailure()).rootCause()
			.hasMessageContaining("leader-election.zookeeper.connect-string is not set")
			.hasMessageContaining("zk1:2181"));
	}

	@ParameterizedTest
	@CsvSource({ "path, leader-election", "path, /", "path, /a/", "path, /zookeeper/leases", "digest, me",
			"session-timeout, 0s", "session-timeout, 30d" })
	void settingThatCannotBeIsRefusedByItsName(String key, String value) {
		this.runner
			.withPropertyValues("leader-election.zookeeper.connect-string=" + server.getConnectString(),
					"leader-election.zookeeper." + key + "=" + value)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContaining("leader-election.zookeeper." + key + "="));
	}

	@Test
	void serversThatAreAwayDoNotFailTheStart() {
		this.runner.withPropertyValues("leader-election.zookeeper.connect-string=127.0.0.1:1").run((context) -> {
			LeaderElector elector = TwoInstances.elector(context);
			// the node's own timer may come before what the store says of a request
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> elector.status().problems().toString().contains("no connection with ZooKeeper"));
			assertThat(elector.isLeader()).isFalse();
		});
	}

	@Test
	void anotherStoreOfTheApplicationComesFirst() {
		this.runner.withBean("theirs", LeaseStore.class, () -> Mockito.mock(LeaseStore.class))
			.withPropertyValues("leader-election.standalone=true")
			.run((context) -> assertThat(context).doesNotHaveBean("leaderElectionZookeeperLeaseStore"));
	}

	@Test
	void whereTheElectionIsDisabledOrAnotherStoreIsSetNothingIsMade() {
		this.runner.withPropertyValues("leader-election.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
		this.runner.withPropertyValues("leader-election.store=", "leader-election.standalone=true")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
	}

}
