package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.HealthVerdict;
import io.github.leaderelection.internal.quorum.QuorumMessage.SuspicionReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.D;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.E;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What whole clusters agree on about their members' health.
 */
class VerdictTests {

	private static QuorumCluster cluster(int size) {
		QuorumCluster cluster = new QuorumCluster(size).startAll();
		cluster.runUntilLed(5 * LEASE);
		return cluster.run(3 * LEASE);
	}

	private static List<String> news(QuorumCluster cluster, NodeId of, NodeId about) {
		return cluster.told(of).stream().filter((line) -> line.startsWith(about + ":")).toList();
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3, 5, 7 })
	void nothingIsSaidWhileAllAreWell(int size) {
		QuorumCluster cluster = cluster(size).run(30 * LEASE);
		assertThat(cluster.sent(SuspicionReport.class) + cluster.sent(HealthVerdict.class)).isZero();
		for (NodeId id : cluster.members()) {
			assertThat(cluster.shown(id)).doesNotContain("SUSPECTED", "DOWN", "UNKNOWN");
			assertThat(cluster.told(id)).hasSize(size - 1).allMatch((line) -> line.endsWith(":UP"));
		}
	}

	@Test
	void crashedLeaderIsDownToAllOthersOnceAnotherLeads() {
		QuorumCluster cluster = cluster(5);
		cluster.crash(A).run(3 * LEASE);
		assertThat(cluster.leader()).isNotNull();
		for (NodeId id : List.of(B, C, D, E)) {
			assertThat(news(cluster, id, A)).startsWith("a:UP", "a:SUSPECTED").hasSize(3);
			assertThat(news(cluster, id, A).get(2)).startsWith("a:DOWN by ");
			assertThat(cluster.shown(id)).contains("a:DOWN");
		}
	}

	@Test
	void oneOfTwoIsNoQuorum() {
		QuorumCluster cluster = cluster(2);
		cluster.crash(B).run(5 * LEASE);
		assertThat(cluster.shown(A)).isEqualTo("b:SUSPECTED");
	}

	@Test
	void memberThatHangsIsSuspectedByTheLeaderAloneUntilItsLinksClose() {
		QuorumCluster cluster = cluster(3);
		cluster.powerOff(C).run(2 * LEASE);
		assertThat(cluster.shown(A)).isEqualTo("b:UP c:SUSPECTED");
		assertThat(cluster.shown(B)).isEqualTo("a:UP c:UP");
		cluster.closeLinks(C).run(LEASE);
		assertThat(cluster.shown(A)).isEqualTo("b:UP c:DOWN");
		assertThat(cluster.shown(B)).isEqualTo("a:UP c:DOWN");
	}

	@Test
	void whatMembersSayThatAreBackCountsAtOnce() {
		QuorumCluster cluster = cluster(5).crash(E).run(2 * LEASE);
		assertThat(cluster.shown(A)).isEqualTo("b:UP c:UP d:UP e:DOWN");
		for (int i = 0; i < 2; i++) {
			cluster.link(A, B, false).link(A, C, false).run(HEARTBEAT / 2);
			cluster.link(A, B, true).link(A, C, true).run(3 * HEARTBEAT);
		}
		// they have to be well for a while until they are up, but what they say is heard
		assertThat(cluster.shown(A)).isEqualTo("b:SUSPECTED c:SUSPECTED d:UP e:DOWN");
		assertThat(cluster.run(2 * LEASE).shown(A)).isEqualTo("b:UP c:UP d:UP e:DOWN");
	}

	@Test
	void whileSomebodyIsMissedFewMessagesAreSent() {
		QuorumCluster cluster = cluster(5);
		cluster.crash(E).run(2 * LEASE);
		int reports = cluster.sent(SuspicionReport.class);
		int verdicts = cluster.sent(HealthVerdict.class);
		cluster.run(10 * LEASE);
		assertThat(cluster.sent(SuspicionReport.class) - reports).isEqualTo(3 * 20);
		assertThat(cluster.sent(HealthVerdict.class) - verdicts).isEqualTo(4 * 20);
	}

}
