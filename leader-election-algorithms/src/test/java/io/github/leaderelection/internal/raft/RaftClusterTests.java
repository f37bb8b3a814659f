package io.github.leaderelection.internal.raft;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RaftNomination} among several members.
 */
class RaftClusterTests {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private final Map<NodeId, Position> positions = new HashMap<>();

	private NominationCluster<RaftState, RaftMessage> cluster(int size, long readingTime) {
		return new NominationCluster<>(new RaftNomination(), size, AlgorithmOptions.NONE).positions(this.positions::get,
				readingTime);
	}

	private NominationCluster<RaftState, RaftMessage> three(long a, long b, long c) {
		this.positions.put(A, new Position(0, a));
		this.positions.put(B, new Position(0, b));
		this.positions.put(C, new Position(0, c));
		return cluster(3, MILLI);
	}

	@Test
	void withoutPositionsAnyMemberMayLead() {
		TreeSet<NodeId> leaders = new TreeSet<>();
		for (long entropy = 1; entropy <= 40; entropy++) {
			NominationCluster<RaftState, RaftMessage> cluster = three(0, 0, 0).entropy(entropy).startAll();
			cluster.runUntilLed(5 * SECOND);
			leaders.add(cluster.leader());
		}
		assertThat(leaders).containsExactly(A, B, C);
	}

	@Test
	void whenTheOnlyOneThatIsUpToDateIsGoneTheNextBestLeads() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 2, 9).startAll();
		cluster.runUntilLed(5 * SECOND);
		cluster.powerOff(C).run(3 * SECOND);
		assertThat(cluster.leader()).isEqualTo(B);
	}

	@Test
	void aMemberThatCannotWinSpendsNoTerm() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 2, 2).startAll();
		cluster.runUntilLed(5 * SECOND);
		assertThat(cluster.highestTerm()).isEqualTo(1);
		NodeId leader = cluster.leader();
		cluster.only().run(5 * SECOND).heal().run(5 * SECOND);
		assertThat(cluster.leader()).isIn(B, C).isNotNull();
		assertThat(leader).isIn(B, C);
		assertThat(cluster.highestTerm()).isEqualTo(2);
	}

	@Test
	void anApplicationThatCannotTellBlocksNobodyElse() {
		for (NodeId silent : new NodeId[] { A, B, C }) {
			NominationCluster<RaftState, RaftMessage> cluster = three(1, 1, 1);
			this.positions.remove(silent);
			cluster.startAll().run(5 * SECOND);
			// the silent one is no voter: the two others are enough
			assertThat(cluster.leader()).isNotNull().isNotEqualTo(silent);
		}
	}

	@Test
	void nobodyLeadsWhileAMajorityCannotTellAndSoonAfterItCan() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 1, 1);
		this.positions.remove(A);
		this.positions.remove(B);
		cluster.startAll().run(10 * SECOND);
		assertThat(cluster.leader()).isNull();
		assertThat(cluster.highestTerm()).isZero();
		this.positions.put(A, new Position(0, 1));
		cluster.runUntilLed(5 * SECOND);
	}

	@Test
	void slowReadingsDelayAnElectionButDoNotPreventIt() {
		this.positions.putAll(Map.of(A, Position.NONE, B, Position.NONE, C, Position.NONE));
		for (long entropy = 1; entropy <= 20; entropy++) {
			NominationCluster<RaftState, RaftMessage> cluster = cluster(3, 90 * MILLI).entropy(entropy).startAll();
			cluster.runUntilLed(10 * SECOND);
			// the round trips of heartbeats make a round short again
			cluster.run(20 * SECOND).powerOff(cluster.leader());
			cluster.run(8 * SECOND);
			assertThat(cluster.leader()).isNotNull();
		}
	}

	@Test
	void theOnlyOneThatCanWinIsElectedThoughTheOthersReadSlowly() {
		for (long entropy = 1; entropy <= 20; entropy++) {
			NominationCluster<RaftState, RaftMessage> cluster = three(9, 1, 1).entropy(entropy)
				.reading((id) -> id.equals(A) ? MILLI : 120 * MILLI)
				.startAll();
			cluster.runUntilLed(10 * SECOND);
			cluster.run(20 * SECOND);
			// without the third only the first of the two that are left can win
			cluster.only().run(3 * SECOND).only("ab").run(10 * SECOND);
			assertThat(cluster.leader()).isEqualTo(A);
		}
	}

	@Test
	void aResignedLeaderIsFollowedByOneThatIsUpToDateWhomeverItNamedFirst() {
		for (long entropy = 1; entropy <= 20; entropy++) {
			NominationCluster<RaftState, RaftMessage> cluster = three(1, 2, 2).entropy(entropy).startAll();
			cluster.runUntilLed(5 * SECOND);
			NodeId leader = cluster.leader();
			cluster.run(SECOND).resign(leader).run(3 * SECOND);
			assertThat(cluster.leader()).isEqualTo(leader.equals(B) ? C : B);
		}
	}

	@Test
	void aMemberThatIsBehindIsNotHandedLeadership() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 2, 2).startAll();
		cluster.runUntilLed(5 * SECOND);
		cluster.run(SECOND).feed(cluster.leader(), new Event.TransferRequested<>(1, A));
		cluster.run(3 * SECOND);
		assertThat(cluster.leader()).isIn(B, C);
	}

	@Test
	void aMemberThatCaughtUpCanLead() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 2, 2).startAll();
		cluster.runUntilLed(5 * SECOND);
		NodeId leader = cluster.leader();
		this.positions.put(A, new Position(0, 3));
		cluster.run(SECOND).feed(leader, new Event.TransferRequested<>(1, A));
		cluster.run(3 * SECOND);
		assertThat(cluster.leader()).isEqualTo(A);
	}

	/** A member cut off meanwhile comes back with a higher term: the leader stays. */
	@Test
	void aLeaderThatWritesAllTheTimeRaisesItsTermInPlace() {
		NominationCluster<RaftState, RaftMessage> cluster = three(1, 1, 1).startAll();
		cluster.runUntilLed(5 * SECOND);
		NodeId leader = cluster.leader();
		long token = cluster.highestTerm();
		cluster.positions((id) -> new Position(token, 10 + ++this.written), MILLI);
		NodeId other = leader.equals(A) ? B : A;
		RaftMessage.Vote proposal = new RaftMessage.Vote(RaftNode.proposal(token + 5), new Position(token + 4, 0));
		cluster.run(SECOND).deliver(other, leader, proposal).run(3 * SECOND);
		assertThat(cluster.leader()).isEqualTo(leader);
		assertThat(cluster.state(leader).election().wonTerm()).isGreaterThan(token);
	}

	private long written;

}
