package io.github.leaderelection.autoconfigure.cluster;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.internal.actuate.LeaderHealthIndicator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes, of which one was given another setting that both must have in common.
 */
class RefusedNodesTests {

	private static final String SECRET = "leader-election.transport.secret=the-secret-of-one-of-them";

	@ParameterizedTest
	@CsvSource({ "SECRET, leader-election.transport.secret=the-secret-of-another-node",
			"CLUSTER, leader-election.cluster=another", "TRANSPORT, leader-election.transport.type=http" })
	void eachSaysWhyTheOtherIsNotLinkedAndDoesNotBlameTheNetwork(String cause, String other) throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY)) {
			cluster.start(0, SECRET);
			cluster.start(1, SECRET, other);
			cluster.contexts().forEach((each) -> saysWhy(each, "", cause + ":"));
		}
	}

	@Test
	void eachSaysThatTheOtherUsesItsId() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY)) {
			for (int index = 0; index < 2; index++) {
				cluster.start(index, "leader-election.node-id=a", "leader-election.peers=a@" + url(cluster, index)
						+ ",b@" + url(cluster, 1 - index) + ",c@" + url(cluster, 1 - index) + "/nowhere");
			}
			cluster.contexts().forEach((each) -> saysWhy(each, "Member b ", "OWN_ID: another process"));
		}
	}

	@Test
	void eachSaysThatTheListsOfMembersDiffer() throws Exception {
		try (TestCluster cluster = new TestCluster(2, "", TestCluster.WITHOUT_SECURITY)) {
			String both = "leader-election.peers=" + url(cluster, 0) + "," + url(cluster, 1);
			cluster.start(0, both);
			cluster.start(1, both + ",http://localhost:1,http://localhost:2");
			for (int index = 0; index < 2; index++) {
				saysWhy(cluster.contexts().get(index), cluster.id(1 - index), "MEMBER_LIST");
			}
		}
	}

	private static String url(TestCluster cluster, int index) {
		return "http://" + cluster.id(index);
	}

	/** In the status and in the health: of that member the cause and not the network. */
	private static void saysWhy(ConfigurableApplicationContext node, String member, String cause) {
		LeaderElector elector = TestCluster.elector(node, "default");
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(() -> assertThat(elector.status().problems())
				.anyMatch((problem) -> problem.contains(member) && problem.contains(cause))
				.noneMatch((problem) -> problem.contains(member) && problem.contains("check the network")));
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.untilAsserted(
					() -> assertThat(node.getBean(LeaderHealthIndicator.class).health().getDetails().get("problems"))
						.asString()
						.contains(cause));
	}

}
