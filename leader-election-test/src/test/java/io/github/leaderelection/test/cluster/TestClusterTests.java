package io.github.leaderelection.test.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.LeadershipRecorder.Granted;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
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

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@AutoClose
	private final TestCluster cluster = TestCluster.of("a", "b", "c");

	/**
	 * Who misses the beginning of a new cluster asks all others which terms are spent,
	 * and must be let do so before one of them is cut off.
	 */
	@BeforeEach
	void allVote() {
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.cluster.nodes())
				.allSatisfy((node) -> assertThat(this.cluster.elector(node).status().voting()).startsWith("yes")));
	}

	@Test
	void electsOneLeaderOnWhomAllAgree() {
		try (TestCluster calm = calm()) {
			NodeId leader = calm.awaitAgreement();
			assertThat(calm.nodes()).extracting(NodeId::value).containsExactly("a", "b", "c");
			assertThat(calm).hasExactlyOneLeader().agreesOnLeader().isLedBy(leader);
			assertThat(calm.elector(leader)).isLeader().knowsLeader(leader);
			assertThat(calm.othersThan(leader)).hasSize(2)
				.allSatisfy((node) -> assertThat(calm.elector(node)).isFollower().knowsLeader(leader));
		}
	}

	/** No pause of the machine ends a lease. */
	private static TestCluster calm() {
		return TestCluster.builder("a", "b", "c").lease(Duration.ofMinutes(10)).start();
	}

	@Test
	void anotherLeadsWhenTheLeaderIsIsolatedAndItRejoinsAsAFollower() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));
		List<LeadershipRecorder> others = this.cluster.othersThan(former)
			.stream()
			.map((node) -> LeadershipRecorder.of(this.cluster.elector(node)))
			.toList();
		this.cluster.isolate(former);
		NodeId next = this.cluster.awaitLeaderOtherThan(former);
		assertThat(this.cluster.othersThan(former)).contains(next);
		assertThat(this.cluster.elector(former)).isFollower();
		this.cluster.heal();
		this.cluster.awaitAgreement();
		awaitRevocation(recorder);
		assertThat(recorder).pairsEveryGrantWithOneRevocation();
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(others).anySatisfy((other) -> assertThat(other.grants()).isNotEmpty()));
	}

	/** Listeners are told after the status has shown it. */
	private static void awaitRevocation(LeadershipRecorder recorder) {
		Awaitility.await().atMost(PATIENCE).until(() -> !recorder.revocations().isEmpty());
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
	void nodeThatIsRestartedBehindACutIsLinkedOnceThatHeals() {
		try (TestCluster calm = calm()) {
			NodeId leader = calm.awaitAgreement();
			LeadershipRecorder recorder = LeadershipRecorder.of(calm.elector(leader));
			NodeId one = calm.othersThan(leader).get(0);
			NodeId other = calm.othersThan(leader).get(1);
			calm.cut(one, other);
			calm.stop(one);
			calm.start(one);
			assertThat(calm.awaitAgreement()).isEqualTo(leader);
			assertThat(connected(calm, one)).doesNotContain(other);
			calm.heal();
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> connected(calm, one).contains(other) && connected(calm, other).contains(one));
			assertThat(recorder).grantedOnce().revokedFor();
		}
	}

	private static List<NodeId> connected(TestCluster cluster, NodeId node) {
		return cluster.elector(node)
			.status()
			.members()
			.stream()
			.filter(MemberStatus::connected)
			.map(MemberStatus::id)
			.toList();
	}

	@Test
	void leaderWhoseHeartbeatsAreDroppedIsFollowedByAnother() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));
		try (Dropping dropping = this.cluster
			.dropping((envelope) -> envelope.from().equals(former) && envelope.body().isRepeated())) {
			assertThat(dropping).isNotNull();
			this.cluster.awaitLeaderOtherThan(former);
		}
		this.cluster.awaitAgreement();
		awaitRevocation(recorder);
	}

	@Test
	void messagesAreDroppedByTypeUntilThatIsEnded() {
		this.cluster.awaitAgreement();
		Dropping dropping = this.cluster.dropping(QuorumMessage.class);
		this.cluster.awaitNoLeader();
		dropping.close();
		this.cluster.awaitAgreement();
	}

	@Test
	void leaderThatStopsIsFollowedByAnother() {
		NodeId former = this.cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(this.cluster.elector(former));
		this.cluster.stop(former);
		assertThat(recorder).pairsEveryGrantWithOneRevocation();
		assertThat(recorder.grants()).hasSameSizeAs(recorder.revocations()).isNotEmpty();
		assertThat(this.cluster.awaitAgreement()).isNotEqualTo(former);
		this.cluster.start(former);
		assertThat(this.cluster.node(former).isRunning()).isTrue();
		this.cluster.awaitAgreement();
	}

	@Test
	void leaderThatIsKilledIsFollowedByAnotherAndComesBack() {
		NodeId former = this.cluster.awaitAgreement();
		this.cluster.kill(former);
		assertThat(this.cluster.node(former).isRunning()).isFalse();
		assertThat(this.cluster.awaitAgreement()).isNotEqualTo(former);
		this.cluster.kill(former);
		this.cluster.startAll();
		assertThat(this.cluster.node(former).isRunning()).isTrue();
		this.cluster.awaitAgreement();
	}

	@Test
	void tokensRiseThoughAllNodesAreKilled() {
		List<LeadershipRecorder> recorders = this.cluster.nodes()
			.stream()
			.map((node) -> LeadershipRecorder.of(this.cluster.elector(node)))
			.toList();
		this.cluster.awaitAgreement();
		this.cluster.nodes().forEach(this.cluster::kill);
		assertThat(this.cluster).hasNoLeader();
		long before = highestToken(recorders);
		assertThat(before).isPositive();
		this.cluster.startAll();
		this.cluster.awaitAgreement();
		Awaitility.await().atMost(PATIENCE).until(() -> highestToken(recorders) > before);
	}

	private static long highestToken(List<LeadershipRecorder> recorders) {
		return recorders.stream()
			.flatMap((recorder) -> recorder.grants().stream())
			.mapToLong(Granted::fencingToken)
			.max()
			.orElse(0);
	}

	@Test
	void nodeThatIsKilledLeavesNoMarkOfAnOrderlyStop() {
		try (TestCluster alone = TestCluster.builder("d").lease(Duration.ofMinutes(10)).start()) {
			NodeId node = alone.awaitLeader();
			alone.stop(node);
			alone.start(node);
			assertThat(alone.elector(node).status().voting()).startsWith("yes");
			alone.awaitLeader();
			alone.kill(node);
			alone.start(node);
			// It may have promised its support, and waits until that has ended.
			assertThat(alone.elector(node).status().voting()).doesNotStartWith("yes");
			assertThat(alone).hasNoLeader();
		}
	}

	@Test
	void groupsElectEachForItself() {
		try (TestCluster groups = TestCluster.builder("a", "b", "c")
			.groups("billing", "mail")
			.lease(Duration.ofMinutes(10))
			.start()) {
			assertThat(groups.group().name()).isEqualTo("billing");
			NodeId billing = groups.awaitAgreement();
			NodeId mail = groups.group("mail").awaitAgreement();
			groups.group("mail").elector(mail).resign().toCompletableFuture().join();
			assertThat(groups.group("mail").awaitLeaderOtherThan(mail)).isNotEqualTo(mail);
			assertThat(groups).isLedBy(billing);
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
		TestClusterBuilder builder = TestCluster.builder("a:1", "b").stateIn(directory);
		long term;
		try (TestCluster first = builder.start()) {
			term = first.elector(first.awaitAgreement()).status().term();
		}
		try (Stream<Path> files = Files.walk(directory)) {
			assertThat(files.filter(Files::isRegularFile)).hasSize(2);
		}
		try (TestCluster second = builder.start()) {
			assertThat(second.elector(second.awaitAgreement()).status().term()).isGreaterThan(term);
		}
	}

	@Test
	void temporaryStateIsDeletedWithTheCluster() throws IOException {
		StateDirectories temporary = StateDirectories.below(null, List.of(NodeId.of("a")));
		Path directory = temporary.of(NodeId.of("a"));
		Files.createDirectories(directory);
		Files.writeString(directory.resolve("file"), "state");
		temporary.close();
		assertThat(directory).doesNotExist();
		assertThat(directory.getParent()).doesNotExist();
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
		assertThatIllegalArgumentException().isThrownBy(() -> TestCluster.builder("a").algorithm("dice").start())
			.withMessageContaining("dice")
			.withMessageContaining("quorum");
	}

}
