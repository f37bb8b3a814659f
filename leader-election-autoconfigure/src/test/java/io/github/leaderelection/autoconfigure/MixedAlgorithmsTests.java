package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.actuate.LeaderHealthIndicator;
import io.github.leaderelection.actuate.TransportRefusals;
import io.github.leaderelection.link.RefusalReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three nodes, of which one was given another election.
 */
@ExtendWith(OutputCaptureExtension.class)
class MixedAlgorithmsTests {

	private static final String GROUP = "default";

	@ParameterizedTest
	@ValueSource(strings = { "algorithm=bully", "algorithm=ring", "algorithm=raft", "algorithm=emergent",
			"algorithm=ballot", "algorithm=zab" })
	void twoThatAgreeLeadAndTheThirdDoesNotAndAllSayWhy(String other, CapturedOutput output) throws Exception {
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY)) {
			ConfigurableApplicationContext odd = cluster.start(0, "leader-election." + other);
			List<ConfigurableApplicationContext> even = List.of(cluster.start(1), cluster.start(2));
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> isLedByOneOf(cluster, even));
			Awaitility.await()
				.during(Duration.ofSeconds(2))
				.atMost(Standalone.PATIENCE)
				.until(() -> isLedByOneOf(cluster, even));
			for (ConfigurableApplicationContext each : even) {
				ElectionStatus status = TestCluster.elector(each, GROUP).status();
				assertThat(status.problems()).singleElement()
					.asString()
					.startsWith("ALGORITHM: member " + cluster.id(0) + " holds the elections of this group by '"
							+ other.substring("algorithm=".length()))
					.contains("this node by 'quorum'")
					.contains("stop all nodes");
				assertThat(status.members()).filteredOn((member) -> member.id().equals(NodeId.of(cluster.id(0))))
					.singleElement()
					.extracting(MemberStatus::connected)
					.isEqualTo(false);
			}
			ElectionStatus status = TestCluster.elector(odd, GROUP).status();
			assertThat(status.problems()).filteredOn((problem) -> problem.startsWith("ALGORITHM: member")).hasSize(2);
			assertThat(status.leader()).isNull();
			assertThat(odd.getBean(LeaderHealthIndicator.class).health().getDetails().get("problems").toString())
				.contains("ALGORITHM: member " + cluster.id(1))
				.contains("ALGORITHM: member " + cluster.id(2));
			assertThat(odd.getBean(TransportRefusals.class).byReason().get(RefusalReason.ALGORITHM.name()))
				.isGreaterThanOrEqualTo(2);
			assertThat(output).contains("WARN").contains("ALGORITHM: member " + cluster.id(0));
		}
	}

	private static boolean isLedByOneOf(TestCluster cluster, List<ConfigurableApplicationContext> those) {
		List<ConfigurableApplicationContext> leaders = cluster.leaders(GROUP);
		return leaders.size() == 1 && those.contains(leaders.get(0));
	}

	@ParameterizedTest
	@ValueSource(strings = { "bully", "ring" })
	void aNodeThatAsksForAnotherNumberOfMembersTakesNoPart(String algorithm) throws Exception {
		String size = "leader-election." + algorithm + ".minimum-cluster-size=";
		try (TestCluster cluster = new TestCluster(3, "", TestCluster.WITHOUT_SECURITY,
				"leader-election.algorithm=" + algorithm)) {
			cluster.start(0, size + 1);
			List<ConfigurableApplicationContext> even = List.of(cluster.start(1, size + 2), cluster.start(2, size + 2));
			Awaitility.await().atMost(Standalone.PATIENCE).until(() -> isLedByOneOf(cluster, even));
			Awaitility.await()
				.during(Duration.ofSeconds(2))
				.atMost(Standalone.PATIENCE)
				.until(() -> isLedByOneOf(cluster, even));
		}
	}

}
