package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.test.LeadershipRecorder;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.test.util.ReflectionTestUtils;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ClusterAssignment}, mostly in virtual time, and for the virtual time
 * of a {@link TestCluster}.
 */
class ClusterAssignmentTests {

	private static final int PARTITIONS = 64;

	/** Beyond the lease of a leader, the wait for one that crashed, and all moves. */
	private static final Duration LONG = Duration.ofSeconds(15);

	private static final Duration STEP = Duration.ofMillis(100);

	private final Moves moves = new Moves();

	private @Nullable TestCluster made;

	private TestCluster cluster(String... nodes) {
		TestCluster cluster = TestCluster.builder(nodes).virtualTime().assignment("orders", PARTITIONS).start();
		this.made = cluster;
		cluster.nodes().forEach((each) -> cluster.assignment("orders").listen(each, this.moves.of(each)));
		return cluster;
	}

	@AfterEach
	void close() {
		if (this.made != null) {
			this.made.close();
		}
	}

	/** Lets time pass, and no partition has two owners meanwhile. */
	private static void pass(TestCluster cluster, Duration duration) {
		for (long i = 0; i < duration.dividedBy(STEP); i++) {
			cluster.advance(STEP);
			assertThat(cluster.assignment("orders").owners().values()).allMatch((owners) -> owners.size() <= 1);
		}
	}

	private static void settle(TestCluster cluster) {
		cluster.awaitAgreement();
		cluster.assignment("orders").awaitOwners();
		pass(cluster, LONG);
		assertThat(cluster).ownsEachPartitionOnce("orders");
	}

	private static Map<NodeId, Integer> shares(TestCluster cluster) {
		Map<NodeId, Integer> shares = new LinkedHashMap<>();
		cluster.nodes()
			.stream()
			.filter((node) -> cluster.node(node).isRunning())
			.forEach((node) -> shares.put(node, cluster.assignment("orders").partitions(node).owned().size()));
		return shares;
	}

	private static void assertBalanced(TestCluster cluster, Integer... expected) {
		assertThat(shares(cluster).values()).containsExactlyInAnyOrder(expected);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void partitionsOfANodeThatCrashesAreOwnedElsewhereAndNoOtherEnds(boolean leader) {
		TestCluster cluster = cluster("a", "b", "c");
		settle(cluster);
		assertBalanced(cluster, 21, 21, 22);
		NodeId leads = cluster.awaitAgreement();
		NodeId crashed = leader ? leads : cluster.othersThan(leads).get(0);
		Set<String> had = this.moves.ownedBy(crashed);
		Map<String, NodeId> before = this.moves.owners();
		this.moves.clear();

		cluster.kill(crashed);
		assertThat(cluster.assignment("orders").partitions(crashed).owned()).isEmpty();
		settle(cluster);

		assertBalanced(cluster, 32, 32);
		assertThat(this.moves.begun()).containsExactlyInAnyOrderElementsOf(had);
		assertThat(this.moves.ends).as("ends elsewhere").allMatch((end) -> end.node().equals(crashed));
		before.forEach((partition, owner) -> {
			if (!owner.equals(crashed)) {
				assertThat(cluster.assignment("orders").owners().get(partition)).containsExactly(owner);
			}
		});

		this.moves.clear();
		cluster.start(crashed);
		settle(cluster);
		assertBalanced(cluster, 21, 21, 22);
		assertThat(this.moves.begun()).hasSizeBetween(21, 22).doesNotHaveDuplicates();
	}

	@Test
	void aSixthNodeTakesItsShareAndNothingMovesTwice() {
		TestCluster cluster = cluster("a", "b", "c", "d", "e", "f");
		NodeId sixth = NodeId.of("f");
		cluster.stop(sixth);
		settle(cluster);
		assertBalanced(cluster, 12, 13, 13, 13, 13);
		this.moves.clear();

		cluster.start(sixth);
		settle(cluster);

		assertBalanced(cluster, 10, 10, 11, 11, 11, 11);
		assertThat(this.moves.begun()).hasSizeLessThanOrEqualTo(11).doesNotHaveDuplicates();
		assertThat(this.moves.ownedBy(sixth)).containsExactlyInAnyOrderElementsOf(this.moves.begun());
		assertThat(this.moves.ends).hasSameSizeAs(this.moves.begins).allMatch((end) -> end.why() == OwnershipEnd.MOVED);
	}

	@Test
	void aNodeThatLeavesMovesItsOwnPartitionsAlone() {
		TestCluster cluster = cluster("a", "b", "c", "d", "e");
		settle(cluster);
		NodeId leaving = cluster.othersThan(cluster.awaitAgreement()).get(1);
		Set<String> had = this.moves.ownedBy(leaving);
		this.moves.clear();

		cluster.stop(leaving);
		settle(cluster);

		assertBalanced(cluster, 16, 16, 16, 16);
		assertThat(this.moves.begun()).containsExactlyInAnyOrderElementsOf(had);
		assertThat(this.moves.ends).allMatch((end) -> end.node().equals(leaving) && end.why() == OwnershipEnd.STOPPED);
	}

	@Test
	void aRollingRestartMovesEachPartitionTwiceOnAverage() {
		TestCluster cluster = cluster("a", "b", "c", "d", "e");
		settle(cluster);
		this.moves.clear();
		for (NodeId each : cluster.nodes()) {
			cluster.stop(each);
			settle(cluster);
			cluster.start(each);
			settle(cluster);
		}
		assertBalanced(cluster, 12, 13, 13, 13, 13);
		assertThat(this.moves.begins).hasSizeLessThanOrEqualTo(2 * PARTITIONS).hasSizeGreaterThan(PARTITIONS);
		assertThat(this.moves.ends).hasSameSizeAs(this.moves.begins);
	}

	@Test
	void aPausedNodeOwnsNothingOnceItsLeaseIsOver() {
		TestCluster cluster = cluster("a", "b", "c");
		settle(cluster);
		NodeId paused = cluster.othersThan(cluster.awaitAgreement()).get(0);
		AssignedPartitions own = cluster.assignment("orders").partitions(paused);
		List<AssignedPartition> had = own.owned();
		this.moves.clear();

		cluster.pause(paused);
		assertThat(own.owned()).isEqualTo(had);
		pass(cluster, LONG);
		assertThat(own.owned()).isEmpty();
		assertThat(had).noneMatch(AssignedPartition::isOwned);
		assertThat(cluster).ownsEachPartitionOnce("orders");
		assertThat(this.moves.ends).as("a paused process hears nothing").isEmpty();

		cluster.resume(paused);
		pass(cluster, LONG);
		assertThat(had).noneMatch(AssignedPartition::isOwned);
		assertThat(this.moves.ends).filteredOn((end) -> end.node().equals(paused))
			.hasSameSizeAs(had)
			.allMatch((end) -> end.why() == OwnershipEnd.EXPIRED);
		assertBalanced(cluster, 21, 21, 22);
	}

	@Test
	void aNodeThatIsCutFromTheLeaderAloneLosesItsPartitions() {
		TestCluster cluster = cluster("a", "b", "c");
		settle(cluster);
		NodeId leader = cluster.awaitAgreement();
		NodeId cut = cluster.othersThan(leader).get(0);
		Set<String> had = this.moves.ownedBy(cut);
		this.moves.clear();

		cluster.cut(cut, leader);
		pass(cluster, LONG);
		assertThat(cluster).isLedBy(leader).ownsEachPartitionOnce("orders");
		assertThat(cluster.assignment("orders").partitions(cut).owned()).isEmpty();
		assertThat(this.moves.begun()).containsExactlyInAnyOrderElementsOf(had);

		cluster.heal();
		settle(cluster);
		assertBalanced(cluster, 21, 21, 22);
	}

	@Test
	void runningWorkHoldsAMoveUp() {
		TestCluster cluster = cluster("a", "b");
		NodeId second = NodeId.of("b");
		settle(cluster);
		AssignedPartition one = cluster.assignment("orders").partitions(second).owned().get(0);
		CompletableFuture<Void> begun = new CompletableFuture<>();
		CompletableFuture<Void> work = new CompletableFuture<>();
		CompletableFuture<Boolean> run = CompletableFuture
			.supplyAsync(() -> cluster.assignment("orders").partitions(second).runIfOwned(one.name(), () -> {
				begun.complete(null);
				work.join();
			}));
		begun.join();
		cluster.assignment("orders").partitions(second).release(one.name());
		cluster.advance(Duration.ofMillis(500));
		assertThat(one.isOwned()).isTrue();
		assertThat(one.isDraining()).isTrue();
		work.complete(null);
		assertThat(run.join()).isTrue();
		cluster.assignment("orders").awaitOwners();
		assertThat(one.isOwned()).isFalse();
		assertThat(cluster.assignment("orders").owners().get(one.name())).containsExactly(NodeId.of("a"));
	}

	@Test
	void ownersAreToldThatThereAreNoneOrTwo() {
		try (TestCluster one = TestCluster.builder("a").virtualTime().assignment("orders", 2).start();
				TestCluster other = TestCluster.builder("b").virtualTime().assignment("orders", 2).start()) {
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> assertThat(one).ownsEachPartitionOnce("orders"))
				.withMessageContaining("'orders'")
				.withMessageContaining("without any are [p0, p1], and several have {}")
				.withMessageContaining("a: LEADER");
			one.assignment("orders").awaitOwners();
			assertThat(one).ownsEachPartitionOnce("orders");
			other.assignment("orders").awaitOwners();
			ClusterGroup both = both(one, other);
			one.kill(NodeId.of("a"));
			assertThat(both).ownsEachPartitionOnce("orders");
			one.startAll();
			one.assignment("orders").awaitOwners();
			assertThatExceptionOfType(AssertionError.class)
				.isThrownBy(() -> assertThat(both).ownsEachPartitionOnce("orders"))
				.withMessageContaining("without any are [], and several have {p0=[a, b], p1=[a, b]}")
				.withMessageContaining("{a=[p0, p1], b=[p0, p1]}");
		}
	}

	/** No cluster has two owners, so two clusters are taken for one. */
	@SuppressWarnings("unchecked")
	private static ClusterGroup both(TestCluster one, TestCluster other) {
		Map<NodeId, ClusterWorker> workers = new TreeMap<>();
		Stream.of(one, other)
			.forEach((each) -> workers
				.putAll((Map<NodeId, ClusterWorker>) ReflectionTestUtils.getField(each, "workers")));
		return new ClusterGroup("default", Map.of(),
				Map.of("orders", new ClusterAssignment("orders", 2, workers, TestTime.REAL, LONG)), TestTime.REAL,
				LONG);
	}

	@Test
	void nodesOwnPartitionsInTheTimeOfTheMachineToo() {
		try (TestCluster real = TestCluster.builder("a", "b", "c")
			.lease(Duration.ofSeconds(2))
			.assignment("orders", 6)
			.assignment("mails", 1)
			.start()) {
			Awaitility.await()
				.atMost(LONG)
				.untilAsserted(() -> assertThat(shares(real).values()).containsExactly(2, 2, 2));
			real.assignment("mails").awaitOwners();
			NodeId stopped = real.othersThan(real.awaitAgreement()).get(0);
			real.stop(stopped);
			real.assignment("orders").awaitOwners();
			assertThat(real).ownsEachPartitionOnce("orders");
			assertThat(real.assignment("orders").partitions(stopped).owned()).isEmpty();
			assertThatIllegalStateException().isThrownBy(() -> real.advance(LONG))
				.withMessageContaining("virtualTime()");
			assertThatIllegalStateException().isThrownBy(() -> real.pause(stopped))
				.withMessageContaining("virtualTime()");
		}
	}

	@Test
	void virtualTimePassesOnlyWhereTheTestLetsIt() {
		TestCluster cluster = cluster("a", "b", "c");
		NodeId leader = cluster.awaitAgreement();
		LeadershipRecorder recorder = LeadershipRecorder.of(cluster.elector(leader));
		Duration left = cluster.elector(leader).leadership().orElseThrow().remaining();
		assertThat(cluster.elector(leader).leadership().orElseThrow().remaining()).isEqualTo(left);
		cluster.advance(Duration.ofMinutes(10));
		assertThat(cluster).isLedBy(leader);
		assertThat(recorder).grantedOnce().revokedFor();

		cluster.isolate(leader);
		NodeId next = cluster.awaitLeaderOtherThan(leader);
		cluster.heal();
		assertThat(cluster.awaitAgreement()).isEqualTo(next);
		assertThat(recorder).pairsEveryGrantWithOneRevocation();
		assertThat(cluster.elector(next).resign().toCompletableFuture()).isCompleted();
		assertThat(cluster.awaitLeaderOtherThan(next)).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "quorum", "raft", "zab", "bully", "ring", "emergent", "ballot" })
	void eachElectionElectsInVirtualTime(String algorithm) {
		try (TestCluster cluster = TestCluster.builder("a", "b", "c").algorithm(algorithm).virtualTime().start()) {
			NodeId leader = cluster.awaitAgreement();
			cluster.kill(leader);
			assertThat(cluster.awaitLeaderOtherThan(leader)).isIn(cluster.othersThan(leader));
		}
	}

	@Test
	void aPausedNodeThatCrashesRunsAfterItsRestart() {
		TestCluster cluster = cluster("a", "b", "c");
		settle(cluster);
		NodeId paused = cluster.awaitAgreement();
		cluster.pause(paused);
		cluster.awaitLeaderOtherThan(paused);
		cluster.kill(paused);
		cluster.start(paused);
		settle(cluster);
		assertBalanced(cluster, 21, 21, 22);
	}

	@Test
	void tokensRiseThoughAllNodesCrashInVirtualTime() {
		TestCluster cluster = cluster("a", "b", "c");
		settle(cluster);
		long before = cluster.assignment("orders").partitions(NodeId.of("a")).owned().get(0).token().fencingToken();
		cluster.nodes().forEach(cluster::kill);
		assertThat(cluster).hasNoLeader();
		cluster.startAll();
		settle(cluster);
		assertThat(cluster.assignment("orders").partitions(NodeId.of("a")).owned())
			.allMatch((each) -> each.token().fencingToken() > before);
	}

	@Test
	void mistakesOfTestsAreTold() {
		TestCluster cluster = cluster("a");
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.assignment("mails"))
			.withMessageContaining("'mails'")
			.withMessageContaining("[orders]");
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.assignment("orders").partitions(NodeId.of("z")))
			.withMessageContaining("[a]");
		assertThatIllegalStateException()
			.isThrownBy(() -> TestCluster.builder("a").virtualTime().withoutState().start())
			.withMessageContaining("withoutState()");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TestCluster.builder("a", "b", "c")
				.algorithm("bully")
				.withoutState()
				.assignment("orders", 1)
				.start())
			.withMessageContaining("two owners");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TestCluster.builder("a").algorithm("lease").virtualTime().start())
			.withMessageContaining("store");
	}

	/**
	 * What began and ended on all nodes.
	 */
	private static final class Moves {

		private final List<Move> begins = new CopyOnWriteArrayList<>();

		private final List<Move> ends = new CopyOnWriteArrayList<>();

		private final Map<String, NodeId> owners = new TreeMap<>();

		PartitionListener of(NodeId node) {
			return new PartitionListener() {

				@Override
				public void onAssigned(AssignedPartition partition) {
					Moves.this.begins.add(new Move(partition.name(), node, null));
					Moves.this.owners.put(partition.name(), node);
				}

				@Override
				public void onRevoked(AssignedPartition partition, OwnershipEnd why) {
					Moves.this.ends.add(new Move(partition.name(), node, why));
					Moves.this.owners.remove(partition.name(), node);
				}

			};
		}

		void clear() {
			this.begins.clear();
			this.ends.clear();
		}

		List<String> begun() {
			return this.begins.stream().map(Move::partition).toList();
		}

		Map<String, NodeId> owners() {
			return new TreeMap<>(this.owners);
		}

		Set<String> ownedBy(NodeId node) {
			Map<String, NodeId> own = owners();
			own.values().removeIf((each) -> !each.equals(node));
			return own.keySet();
		}

	}

	private record Move(String partition, NodeId node, @Nullable OwnershipEnd why) {
	}

}
