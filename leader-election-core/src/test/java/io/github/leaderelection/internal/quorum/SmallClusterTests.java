package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.quorum.ProtocolFixture.LEASE;
import static io.github.leaderelection.internal.quorum.ProtocolFixture.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several nodes together: a leader is found in time, stays, and terms stay flat.
 */
class SmallClusterTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static QuorumCluster led(int size) {
		QuorumCluster cluster = new QuorumCluster(size).startAll();
		cluster.runUntilLed(2 * LEASE);
		return cluster.run(2 * LEASE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7 })
	void newClusterFindsALeaderWithoutWaitingForAnything(int size) {
		QuorumCluster cluster = new QuorumCluster(size).startAll();
		assertThat(cluster.runUntilLed(LEASE)).isLessThan(200 * MILLI);
		assertThat(cluster.run(20 * LEASE).highestTerm()).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "1,0", "20,0", "70,0", "150,0", "250,0", "1,30", "1,80", "1,120", "50,50", "80,80" })
	void leaderIsFoundOnSlowNetworksAndSlowDisksAndStays(long roundTrip, long save) {
		QuorumCluster cluster = new QuorumCluster(3).roundTrip(roundTrip * MILLI).saveTime(save * MILLI).startAll();
		cluster.runUntilLed(6 * LEASE);
		NodeId leader = cluster.run(5 * LEASE).leader();
		long term = cluster.highestTerm();
		assertThat(cluster.run(20 * LEASE).leader()).isEqualTo(leader).isNotNull();
		assertThat(cluster.highestTerm()).isEqualTo(term);
	}

	@ParameterizedTest
	@CsvSource({ "1,0,true", "20,10,true", "70,5,true", "150,0,true", "1,80,true", "1,0,false", "20,10,false",
			"70,5,false", "150,0,false", "1,80,false" })
	void deathOfTheLeaderCostsTheRestOfTheLeaseAndLittleMore(long roundTrip, long save, boolean linksClose) {
		QuorumCluster cluster = new QuorumCluster(5).roundTrip(roundTrip * MILLI).saveTime(save * MILLI).startAll();
		cluster.runUntilLed(6 * LEASE);
		cluster.run(5 * LEASE);
		long term = cluster.highestTerm();
		NodeId leader = cluster.leader();
		if (linksClose) {
			cluster.crash(leader);
		}
		else {
			cluster.powerOff(leader);
		}
		assertThat(cluster.runUntilLed(4 * LEASE)).isLessThan(LEASE + (2 * roundTrip + 3 * save + 60) * MILLI);
		assertThat(cluster.highestTerm()).isEqualTo(term + 1);
	}

	@ParameterizedTest
	@CsvSource({ "9,1,0", "17,1,0", "17,20,10", "17,70,5", "26,1,0" })
	void manyCandidatesSplitNoVotes(int size, long roundTrip, long save) {
		QuorumCluster cluster = new QuorumCluster(size).roundTrip(roundTrip * MILLI).saveTime(save * MILLI).startAll();
		cluster.runUntilLed(6 * LEASE);
		for (int crashes = 0; crashes < 3; crashes++) {
			long term = cluster.run(5 * LEASE).highestTerm();
			cluster.crash(cluster.leader());
			cluster.runUntilLed(4 * LEASE);
			assertThat(cluster.run(LEASE).highestTerm()).as("one term a crash").isEqualTo(term + 1);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void leaderThatRestartsAtOnceLeadsNoMore(int size) {
		QuorumCluster cluster = led(size);
		NodeId leader = cluster.leader();
		long term = cluster.highestTerm();
		cluster.crash(leader).start(leader).run(10 * MILLI);
		assertThat(cluster.leader()).isNull();
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.highestTerm()).as("a grant has a term of its own").isGreaterThan(term);
	}

	@Test
	void leaderAndTheFirstThatScoutedAfterItMayDieTogether() {
		QuorumCluster cluster = led(5);
		NodeId leader = cluster.leader();
		cluster.crash(leader).run(100 * MILLI);
		NodeId scout = cluster.members()
			.stream()
			.filter((id) -> !id.equals(leader) && cluster.state(id).roleState().scouting() != null)
			.findFirst()
			.orElseThrow();
		cluster.powerOff(scout);
		assertThat(cluster.runUntilLed(4 * LEASE)).isLessThan(1500 * MILLI);
		assertThat(cluster.highestTerm()).isEqualTo(2);
	}

	@Test
	void resignationIsFasterThanALease() {
		QuorumCluster cluster = led(3);
		NodeId first = cluster.leader();
		cluster.resign(first);
		assertThat(cluster.runUntilLed(LEASE)).isLessThan(20 * MILLI);
		assertThat(cluster.leader()).isNotEqualTo(first);
		NodeId second = cluster.leader();
		assertThat(cluster.run(20 * LEASE).leader()).isEqualTo(second);
		assertThat(cluster.highestTerm()).isEqualTo(2);
	}

	@Test
	void clusterWithoutDirectoriesFindsALeader() {
		QuorumCluster cluster = new QuorumCluster(3, false).startAll();
		cluster.runUntilLed(3 * LEASE);
		NodeId leader = cluster.run(LEASE).leader();
		long term = cluster.highestTerm();
		assertThat(cluster.run(20 * LEASE).leader()).isEqualTo(leader);
		assertThat(cluster.highestTerm()).isEqualTo(term);
		for (NodeId id : cluster.members()) {
			cluster.crash(id);
		}
		cluster.run(MILLI).startAll().runUntilLed(3 * LEASE);
		assertThat(cluster.highestTerm()).isGreaterThan(term);
	}

	@Test
	void restartOfAllAfterACrashCostsTheStartWait() {
		QuorumCluster cluster = led(3);
		for (NodeId id : cluster.members()) {
			cluster.crash(id);
		}
		cluster.run(MILLI).startAll();
		assertThat(cluster.runUntilLed(3 * LEASE)).isBetween(LEASE, 1300 * MILLI);
	}

	@Test
	void nodeThatLostItsDiskComesBack() {
		QuorumCluster cluster = led(3);
		NodeId lost = cluster.members().stream().filter((id) -> !id.equals(cluster.leader())).findFirst().orElseThrow();
		NodeId leader = cluster.leader();
		cluster.crash(lost).loseDisk(lost).run(100 * MILLI).start(lost).run(3 * LEASE);
		assertThat(cluster.state(lost).ballot().voter()).isTrue();
		assertThat(cluster.leader()).isEqualTo(leader);
		cluster.crash(leader).runUntilLed(2 * LEASE);
	}

	@Test
	void newNodesStartedInAnyOrderAllBecomeVoters() {
		for (List<NodeId> order : List.of(List.of(A, B, C), List.of(C, A, B), List.of(B, C, A))) {
			for (long pause : new long[] { 0, 1, 20, 49, 50, 51, 100, 700, 3000 }) {
				QuorumCluster cluster = new QuorumCluster(3);
				for (NodeId id : order) {
					cluster.start(id).run(pause * MILLI);
				}
				cluster.runUntilLed(4 * LEASE);
				cluster.run(4 * LEASE);
				assertThat(cluster.members()).allMatch((id) -> cluster.state(id).ballot().voter());
			}
		}
	}

}
