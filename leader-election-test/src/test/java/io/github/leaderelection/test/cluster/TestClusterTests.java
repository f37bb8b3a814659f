package io.github.leaderelection.test.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.quorum.QuorumMessage;
import io.github.leaderelection.test.LeadershipRecorder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link TestCluster}.
 */
class TestClusterTests {

	@AutoClose
	private final TestCluster cluster = TestCluster.of("a", "b", "c");

	@Test
	void electsOneLeaderOnWhomAllAgree() {
		NodeId leader = this.cluster.awaitAgreement();
		assertThat(this.cluster.nodes()).extracting(NodeId::value).containsExactly("a", "b", "c");
		assertThat(this.cluster.elector(leader)).isLeader().knowsLeader(leader);
		assertThat(this.cluster.othersThan(leader)).hasSize(2)
			.allSatisfy((node) -> assertThat(this.cluster.elector(node)).isFollower().knowsLeader(leader));
	}

	@Test
	void anotherLeadsWhenTheLeaderIsIsolatedAndItRejoinsAsAFollower() {
		NodeId former = this.cluster.awaitAgreement();
		long token = this.cluster.elector(former).leadership().orElseThrow().fencingToken();
		try (LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former))) {
			this.cluster.isolate(former);
			NodeId next = this.cluster.awaitLeaderOtherThan(former);
			assertThat(this.cluster.elector(next)).hasFencingTokenGreaterThan(token);
			assertThat(this.cluster.elector(former)).isFollower();
			this.cluster.heal();
			assertThat(this.cluster.awaitAgreement()).isNotNull();
			assertThat(recorder).pairsEveryGrantWithOneRevocation();
			assertThat(recorder.revocations()).isNotEmpty();
		}
	}

	@Test
	void minorityHasNoLeader() {
		NodeId former = this.cluster.awaitAgreement();
		this.cluster.nodes().forEach(this.cluster::isolate);
		this.cluster.awaitNoLeader();
		assertThat(this.cluster).hasNoLeader();
		assertThat(this.cluster.elector(former)).isFollower();
		this.cluster.heal();
		this.cluster.awaitAgreement();
	}

	@Test
	void healingTwoOfThreeIsEnough() {
		this.cluster.awaitAgreement();
		this.cluster.nodes().forEach(this.cluster::isolate);
		this.cluster.awaitNoLeader();
		NodeId a = NodeId.of("a");
		NodeId b = NodeId.of("b");
		this.cluster.heal(a, b);
		assertThat(this.cluster.awaitLeader()).isIn(a, b);
		assertThat(this.cluster.elector(NodeId.of("c"))).isFollower();
	}

	@Test
	void leaderThatIsNotHeardLosesItsLease() {
		NodeId former = this.cluster.awaitAgreement();
		this.cluster.othersThan(former).forEach((other) -> this.cluster.cutOneWay(former, other));
		NodeId next = this.cluster.awaitLeaderOtherThan(former);
		assertThat(this.cluster.elector(former)).isFollower();
		assertThat(this.cluster.othersThan(former)).contains(next);
	}

	@Test
	void cutBetweenTwoFollowersHarmsNobody() {
		NodeId leader = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(leader));
		List<NodeId> others = this.cluster.othersThan(leader);
		this.cluster.cut(others.get(0), others.get(1));
		this.cluster.stop(others.get(0));
		this.cluster.start(others.get(0));
		assertThat(this.cluster.awaitAgreement()).isIn(this.cluster.nodes());
		assertThat(recorder).pairsEveryGrantWithOneRevocation();
	}

	@Test
	void clusterWithoutHeartbeatsHasNoLeaderForLong() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));
		try (TestCluster.Dropping dropping = this.cluster
			.dropping((envelope) -> envelope.from().equals(former) && envelope.body().isRepeated())) {
			assertThat(dropping).isNotNull();
			this.cluster.awaitLeaderOtherThan(former);
		}
		this.cluster.awaitAgreement();
		assertThat(recorder.revocations()).isNotEmpty();
	}

	@Test
	void messagesAreDroppedByTypeUntilThatIsEnded() {
		this.cluster.awaitAgreement();
		TestCluster.Dropping dropping = this.cluster.dropping(QuorumMessage.class);
		this.cluster.awaitNoLeader();
		dropping.close();
		this.cluster.awaitAgreement();
	}

	@Test
	void leaderThatStopsIsFollowedByAnother() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));
		this.cluster.stop(former);
		assertThat(recorder).revokedFor(RevocationReason.STOPPED);
		assertThat(this.cluster.awaitAgreement()).isNotEqualTo(former);
		this.cluster.start(former);
		this.cluster.awaitAgreement();
	}

	@Test
	void leaderThatIsKilledIsFollowedByAnotherAndComesBack() {
		NodeId former = this.cluster.awaitAgreement();
		long token = this.cluster.elector(former).leadership().orElseThrow().fencingToken();
		this.cluster.kill(former);
		assertThat(this.cluster.node(former).isRunning()).isFalse();
		NodeId next = this.cluster.awaitAgreement();
		assertThat(next).isNotEqualTo(former);
		assertThat(this.cluster.elector(next)).hasFencingTokenGreaterThan(token);
		this.cluster.kill(former);
		this.cluster.startAll();
		this.cluster.awaitAgreement();
	}

	@Test
	void tokensRiseThoughAllNodesAreKilled() {
		NodeId former = this.cluster.awaitAgreement();
		long token = this.cluster.elector(former).leadership().orElseThrow().fencingToken();
		this.cluster.nodes().forEach(this.cluster::kill);
		assertThat(this.cluster).hasNoLeader();
		this.cluster.startAll();
		assertThat(this.cluster.elector(this.cluster.awaitAgreement())).hasFencingTokenGreaterThan(token);
	}

	@Test
	void nodeThatIsKilledLeavesNoMarkOfAnOrderlyStop(@TempDir Path directory) {
		try (TestCluster alone = TestCluster.builder("d").stateIn(directory).start()) {
			NodeId node = alone.awaitLeader();
			AtomicInteger leaders = new AtomicInteger();
			alone.kill(node);
			alone.elector(node).addListener(new LeadershipListener() {

				@Override
				public void onGranted(io.github.leaderelection.Leadership leadership) {
					leaders.incrementAndGet();
				}

			});
			alone.start(node);
			// It may have promised its support, and waits until that has ended.
			assertThat(alone.elector(node).status().voting()).doesNotStartWith("yes");
			alone.awaitLeader();
			alone.stop(node);
			alone.start(node);
			assertThat(alone.elector(node).status().voting()).startsWith("yes");
		}
	}

	@Test
	void groupsElectEachForItself() {
		try (TestCluster groups = TestCluster.builder("a", "b", "c").groups("billing", "mail").start()) {
			assertThat(groups.group().name()).isEqualTo("billing");
			groups.group("billing").awaitAgreement();
			groups.group("mail").awaitAgreement();
			assertThat(groups.group("mail")).hasExactlyOneLeader();
			assertThatIllegalArgumentException().isThrownBy(() -> groups.group("other"))
				.withMessageContaining("billing, mail");
		}
	}

	@Test
	void nodesWithoutStateElectToo() {
		try (TestCluster stateless = TestCluster.builder("a", "b", "c")
			.lease(Duration.ofMillis(500))
			.heartbeat(Duration.ofMillis(50))
			.withoutState()
			.start()) {
			NodeId leader = stateless.awaitAgreement();
			stateless.kill(leader);
			stateless.awaitLeaderOtherThan(leader);
		}
	}

	@Test
	void stateOfTheTestsOwnDirectoryStays(@TempDir Path directory) throws IOException {
		long token;
		try (TestCluster first = TestCluster.builder("a:1", "b").stateIn(directory).start()) {
			token = first.elector(first.awaitAgreement()).leadership().orElseThrow().fencingToken();
		}
		try (Stream<Path> files = Files.walk(directory)) {
			assertThat(files.filter(Files::isRegularFile)).hasSize(2);
		}
		try (TestCluster second = TestCluster.builder("a:1", "b").stateIn(directory).start()) {
			assertThat(second.elector(second.awaitAgreement())).hasFencingTokenGreaterThan(token);
		}
	}

	@Test
	void whatDoesNotComeIsToldWithWhatTheNodesSay() {
		try (TestCluster hurried = TestCluster.builder("a", "b").patience(Duration.ofMillis(1)).start()) {
			hurried.stop(NodeId.of("a"));
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> hurried.awaitLeaderOtherThan(NodeId.of("b")))
				.withMessageContaining("other than 'b'")
				.withMessageContaining("  a: FOLLOWER")
				.withMessageContaining("  b: ");
		}
	}

	@Test
	void mistakesOfTestsAreTold() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cluster.isolate(NodeId.of("d")))
			.withMessageContaining("'d'")
			.withMessageContaining("a, b, c");
		assertThatIllegalArgumentException().isThrownBy(TestCluster::of).withMessageContaining("at least one");
		assertThatIllegalArgumentException().isThrownBy(() -> TestCluster.builder("a").groups())
			.withMessageContaining("at least one");
		assertThatIllegalArgumentException().isThrownBy(() -> TestCluster.of("a", "a"))
			.withMessageContaining("more than once");
	}

}
