package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a listener runs while its node leads has stopped before another node is granted
 * leadership, however leadership is given up. A further way to give it up is one more
 * line in {@link #ways()}.
 */
class HandOverOrderTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** What the listeners of all nodes did, in order. */
	private final List<String> done = new CopyOnWriteArrayList<>();

	private final CountDownLatch stopping = new CountDownLatch(1);

	private final CountDownLatch mayStop = new CountDownLatch(1);

	static Stream<Named<BiConsumer<TestCluster, NodeId>>> ways() {
		return Stream.of(Named.of("resign", (cluster, leader) -> cluster.elector(leader).resign()),
				Named.of("transfer",
						(cluster, leader) -> cluster.elector(leader).transferTo(cluster.othersThan(leader).get(0))),
				Named.of("pause", (cluster, leader) -> cluster.elector(leader).eligibility().pause()),
				Named.of("stop", (cluster, leader) -> new Thread(() -> cluster.stop(leader)).start()));
	}

	@ParameterizedTest
	@MethodSource("ways")
	void nextLeaderIsGrantedOnceListenersHaveStopped(BiConsumer<TestCluster, NodeId> way) throws InterruptedException {
		try (TestCluster cluster = TestCluster.builder("a", "b", "c").lease(Duration.ofMinutes(10)).start()) {
			NodeId leader = listen(cluster);
			way.accept(cluster, leader);
			assertThat(this.stopping.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
			awaitLoop(cluster.elector(leader));
			assertThat(cluster.elector(leader).isLeader()).isTrue();
			this.mayStop.countDown();
			awaitGrants(2);
			// The former leader and the next one are told on threads of their own.
			assertThat(this.done).filteredOn((each) -> !each.equals("revoked"))
				.containsExactly("granted", "stops", "stopped", "granted");
		}
		finally {
			this.mayStop.countDown();
		}
	}

	@Test
	void listenerThatHangsIsAwaitedForTheDrainTimeoutAlone() {
		try (TestCluster cluster = TestCluster.builder("a", "b", "c")
			.lease(Duration.ofMinutes(10))
			.drainTimeout(Duration.ofMillis(100))
			.start()) {
			cluster.elector(listen(cluster)).resign();
			awaitGrants(2);
			assertThat(this.done).containsExactly("granted", "stops", "granted");
		}
		finally {
			this.mayStop.countDown();
		}
	}

	@Test
	void nobodyIsAwaitedWhereTheLeaseRunsOut() {
		try (TestCluster cluster = TestCluster.of("a", "b", "c")) {
			cluster.isolate(listen(cluster));
			awaitGrants(2);
			assertThat(this.done).doesNotContain("stops");
		}
	}

	/** The leader, whose listeners have heard of their grant. */
	private NodeId listen(TestCluster cluster) {
		NodeId leader = cluster.awaitAgreement();
		for (NodeId node : cluster.nodes()) {
			cluster.elector(node).addListener(new Work());
		}
		awaitGrants(1);
		return leader;
	}

	/** What the node was to do before has been done once it refuses this. */
	private static void awaitLoop(LeaderElector elector) {
		elector.transferTo(NodeId.of("nobody")).handle((done, refusal) -> refusal).toCompletableFuture().join();
	}

	private void awaitGrants(int count) {
		Awaitility.await().atMost(PATIENCE).until(() -> this.done.stream().filter("granted"::equals).count() == count);
	}

	private final class Work implements LeadershipListener {

		@Override
		public void onGranted(Leadership leadership) {
			HandOverOrderTests.this.done.add("granted");
		}

		@Override
		public void onDraining(Leadership leadership) {
			HandOverOrderTests.this.done.add("stops");
			HandOverOrderTests.this.stopping.countDown();
			try {
				HandOverOrderTests.this.mayStop.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			HandOverOrderTests.this.done.add("stopped");
		}

		@Override
		public void onRevoked(Leadership leadership, RevocationReason reason) {
			HandOverOrderTests.this.done.add("revoked");
		}

	}

}
