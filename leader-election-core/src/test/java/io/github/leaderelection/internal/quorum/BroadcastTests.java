package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.Broadcast;
import io.github.leaderelection.internal.quorum.QuorumMessage.BroadcastResponse;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.A;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.B;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.C;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.HEARTBEAT;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What leaders say to all that follow them.
 */
class BroadcastTests {

	private static QuorumCluster cluster(int size) {
		QuorumCluster cluster = new QuorumCluster(size).startAll();
		cluster.runUntilLed(5 * LEASE);
		cluster.run(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		return cluster;
	}

	private static void allHeard(QuorumCluster cluster, List<NodeId> members, String... texts) {
		for (NodeId id : members) {
			assertThat(cluster.heard(id)).as(id.value()).containsExactly(texts);
		}
	}

	/** Who leads after the leader has crashed. */
	private static NodeId nextLeader(QuorumCluster cluster) {
		cluster.run(LEASE).crash(A);
		cluster.runUntilLed(5 * LEASE);
		NodeId next = cluster.leader();
		assertThat(next).isNotNull();
		return next;
	}

	@Test
	void allThatFollowHearItOnceAndNothingIsSaidWhereAllHaveIt() {
		QuorumCluster cluster = cluster(5).run(10 * LEASE);
		assertThat(cluster.sent(Broadcast.class)).isZero();
		cluster.broadcast(A, "first").run(2 * HEARTBEAT).broadcast(A, "second").run(20 * LEASE);
		allHeard(cluster, cluster.members(), "a 1.1 first", "a 1.2 second");
		assertThat(cluster.sent(Broadcast.class)).isEqualTo(2 * 4);
		assertThat(cluster.sent(BroadcastResponse.class)).isEqualTo(2 * 4);
	}

	@Test
	void whoDoesNotLeadIsRefused() {
		QuorumCluster cluster = cluster(3).broadcast(B, "I lead").run(LEASE);
		assertThat(cluster.sent(Broadcast.class)).isZero();
		allHeard(cluster, cluster.members());
	}

	@Test
	void whatArrivesLateOrTwiceIsNotHeardAgain() {
		QuorumCluster cluster = cluster(3);
		cluster.broadcast(A, "first").broadcast(A, "second").run(2 * HEARTBEAT);
		cluster.deliver(A, B, new Broadcast(1, 1, 1, "first")).deliver(A, B, new Broadcast(1, 1, 2, "second"));
		cluster.run(2 * HEARTBEAT);
		allHeard(cluster, cluster.members(), "a 1.1 first", "a 1.2 second");
	}

	@Test
	void newestReachesOneThatWasCutOffAndWhatWasBeforeDoesNot() {
		QuorumCluster cluster = cluster(3);
		cluster.link(A, C, false).broadcast(A, "first").broadcast(A, "second").run(5 * HEARTBEAT);
		assertThat(cluster.heard(C)).isEmpty();
		cluster.link(A, C, true).run(2 * HEARTBEAT);
		assertThat(cluster.heard(B)).containsExactly("a 1.1 first", "a 1.2 second");
		assertThat(cluster.heard(C)).containsExactly("a 1.2 second");
	}

	@Test
	void itIsSaidAgainUntilItIsAcknowledgedAndToWhoeverComesBack() {
		QuorumCluster cluster = cluster(3);
		cluster.broadcast(A, "here").crash(C).run(LEASE);
		cluster.start(C).run(LEASE);
		assertThat(cluster.heard(C)).containsExactly("a 1.1 here");
		cluster.crash(C).run(3 * LEASE).start(C).run(LEASE);
		assertThat(cluster.heard(C)).as("a new process has forgotten").containsExactly("a 1.1 here", "a 1.1 here");
		int said = cluster.sent(Broadcast.class);
		assertThat(cluster.run(10 * LEASE).sent(Broadcast.class)).isEqualTo(said);
	}

	@Test
	void nextLeaderSaysNothingOfItsOwnAndCountsFromOneUnderItsToken() {
		QuorumCluster cluster = cluster(3).broadcast(A, "of a");
		NodeId next = nextLeader(cluster);
		cluster.run(2 * LEASE);
		allHeard(cluster, List.of(B, C), "a 1.1 of a");
		cluster.broadcast(next, "of the next").run(LEASE);
		allHeard(cluster, List.of(B, C), "a 1.1 of a", next + " 2.1 of the next");
	}

	@Test
	void nobodyHearsOneThatWasDeposed() {
		QuorumCluster cluster = cluster(3).broadcast(A, "of a");
		NodeId next = nextLeader(cluster);
		cluster.run(LEASE);
		NodeId follower = next.equals(B) ? C : B;
		cluster.deliver(next, follower, new Broadcast(2, 1, 7, "under the token of a")).run(HEARTBEAT);
		cluster.deliver(follower, next, new Broadcast(2, 2, 7, "from one that follows")).run(HEARTBEAT);
		allHeard(cluster, List.of(B, C), "a 1.1 of a");
	}

	@Test
	void laterIsOfALaterGrantOrLaterInTheSame() {
		LeaderBroadcast said = new LeaderBroadcast(B, 5, 3, "");
		assertThat(new LeaderBroadcast(B, 5, 4, "").isAfter(said)).isTrue();
		assertThat(new LeaderBroadcast(A, 6, 1, "").isAfter(said)).isTrue();
		assertThat(new LeaderBroadcast(B, 5, 3, "").isAfter(said)).isFalse();
		assertThat(new LeaderBroadcast(B, 5, 2, "").isAfter(said)).isFalse();
		assertThat(new LeaderBroadcast(A, 4, 9, "").isAfter(said)).isFalse();
	}

	@Test
	void whatIsTooLongIsRefused() {
		assertThat(new LeaderBroadcast(A, 1, 1, "x".repeat(1024)).text()).hasSize(1024);
		assertThatIllegalArgumentException().isThrownBy(() -> new LeaderBroadcast(A, 1, 1, "x".repeat(1025)))
			.withMessageContainingAll("1024", "1025");
	}

}
