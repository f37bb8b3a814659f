package io.github.leaderelection.internal.ring;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.ring.RingMessage.Coordinator;
import io.github.leaderelection.internal.ring.RingMessage.Election;
import io.github.leaderelection.internal.ring.RingMessage.Received;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.nomination.NominationCluster.HEARTBEAT;
import static io.github.leaderelection.internal.nomination.NominationCluster.LEASE;
import static io.github.leaderelection.internal.nomination.NominationCluster.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * The ring election as a whole, in a small cluster.
 */
class RingNominationTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final NodeId D = NodeId.of("d");

	private static final NodeId E = NodeId.of("e");

	private static final Comparator<NodeId> ASCENDING = Comparator.naturalOrder();

	private static NominationCluster<RingState, RingMessage> led(int size, Comparator<NodeId> order, int minimum) {
		NominationCluster<RingState, RingMessage> cluster = new NominationCluster<>(new RingNomination(order), size,
				minimum(minimum))
			.startAll();
		cluster.runUntilLed(6 * LEASE);
		return cluster.run(3 * LEASE);
	}

	private static NominationCluster<RingState, RingMessage> led(int size) {
		return led(size, ASCENDING, size / 2 + 1);
	}

	private static AlgorithmOptions minimum(int size) {
		return AlgorithmOptions.of("ring", Map.of(MinimumClusterSize.OPTION, Integer.toString(size)));
	}

	@Test
	void theHighestOfThoseLeftFollowsAndOneThatComesBackTakesNothingOver() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.crash(E).runUntilLed(2 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
		cluster.start(E).run(10 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 7, 10, 16, 25 })
	void oneThatBeginsAndIsTheHighestCostsOneLapAndAnother(int size) {
		NominationCluster<RingState, RingMessage> cluster = led(size + 1);
		NodeId highest = cluster.members().get(size - 1);
		NodeId leader = cluster.leader();
		cluster.sent().clear();
		cluster.powerOff(leader);
		cluster.disconnect(highest, leader);
		cluster.feed(highest, new Event.TimerFired<>(NominationTimer.ATTEMPT));
		// before the others miss the leader
		cluster.run(120 * MILLI);
		assertThat(count(cluster, Election.class)).isEqualTo(size);
		assertThat(count(cluster, Coordinator.class)).isEqualTo(size);
		assertThat(count(cluster, Received.class)).isEqualTo(2 * size);
		assertThat(cluster.state(highest).phase()).isEqualTo(RingState.Phase.COORDINATING);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 7, 10, 16, 25 })
	void whereAllBeginInTheWorstOrderEachIdGoesAsFarAsItCan(int size) {
		assertThat(whereAllBegin(size, ASCENDING.reversed())).isEqualTo(size * (size + 1) / 2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 7, 10, 16, 25 })
	void whereAllBeginInTheOrderOfIdsEachIdButTheHighestGoesOneStep(int size) {
		assertThat(whereAllBegin(size, ASCENDING)).isEqualTo(2 * size - 1);
	}

	@Test
	void inRandomOrdersTheFirstLapTakesNTimesLogN() {
		int size = 15;
		int runs = 80;
		Random random = new Random(7);
		double sum = 0;
		for (int run = 0; run < runs; run++) {
			List<Integer> places = new ArrayList<>(java.util.stream.IntStream.rangeClosed(0, size).boxed().toList());
			Collections.shuffle(places, random);
			long messages = whereAllBegin(size, Comparator.comparing((id) -> places.get(id.value().charAt(0) - 'a')));
			assertThat(messages).isBetween(2L * size - 1, (long) size * (size + 1) / 2);
			sum += messages;
		}
		double harmonic = java.util.stream.IntStream.rangeClosed(1, size).mapToDouble((i) -> 1.0 / i).sum();
		assertThat(sum / runs).isCloseTo(size * harmonic, within(0.1 * size * harmonic));
	}

	/**
	 * All miss the leader in one instant.
	 * @return how many messages the first lap took; the second takes one for each member
	 */
	private static long whereAllBegin(int size, Comparator<NodeId> order) {
		NominationCluster<RingState, RingMessage> cluster = led(size + 1, order, size / 2 + 1);
		NodeId leader = cluster.leader();
		cluster.sent().clear();
		cluster.powerOff(leader);
		List<NodeId> live = cluster.members().stream().filter((id) -> !id.equals(leader)).toList();
		live.forEach((id) -> cluster.disconnect(id, leader));
		live.forEach((id) -> cluster.feed(id, new Event.TimerFired<>(NominationTimer.ATTEMPT)));
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(live.get(size - 1));
		assertThat(count(cluster, Coordinator.class)).isEqualTo(size);
		return count(cluster, Election.class);
	}

	private static long count(NominationCluster<RingState, RingMessage> cluster, Class<? extends RingMessage> type) {
		return cluster.sent().stream().filter((sent) -> type.isInstance(sent.body())).count();
	}

	@Test
	void memberThatDiesInMidLapIsLeftOut() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.powerOff(B);
		cluster.crash(E).runUntilLed(2 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
		assertThat(cluster.sent().stream().filter((sent) -> sent.to().equals(C) && sent.from().equals(A))).isNotEmpty();
	}

	@Test
	void theHighestMayDieWithTheLapInItsHands() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.crash(E);
		cluster.lose((sent) -> {
			if (sent.body() instanceof Coordinator && sent.from().equals(D)) {
				cluster.powerOff(D);
			}
			return sent.from().equals(D) && sent.body() instanceof Coordinator;
		});
		cluster.runUntilLed(5 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
	}

	@Test
	void lapThatWasAcknowledgedAndLostIsFollowedByAnother() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		long lap = cluster.state(A).lap();
		cluster.crash(E);
		// d takes the lap and dies with it
		cluster.lose((sent) -> {
			boolean last = sent.from().equals(D) && sent.body() instanceof Election;
			if (last) {
				cluster.powerOff(D);
			}
			return last;
		});
		cluster.runUntilLed(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
		assertThat(cluster.state(C).lap()).isGreaterThan(lap + 1);
	}

	@Test
	void oneThatCannotWinBelowStandsBackInTheNextLap() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.crash(E);
		cluster.lose((sent) -> sent.from().equals(D) && sent.body() instanceof RingMessage.Binding);
		cluster.runUntilLed(5 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
	}

	@Test
	void whereTheRingDoesNotPassTheHighestAnotherLeads() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.link(C, D, false);
		cluster.crash(E).runUntilLed(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
		assertThat(cluster.run(10 * LEASE).leader()).isEqualTo(C);
	}

	@Test
	void lapGoesOnBeyondOneThatReachesOnlyTheMemberBeforeIt() {
		NominationCluster<RingState, RingMessage> cluster = led(3);
		pause(cluster, A);
		pause(cluster, B);
		cluster.link(B, C, false).resign(C).runUntilLed(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
		assertThat(cluster.sent().stream().filter((sent) -> sent.from().equals(B) && sent.to().equals(A)))
			.as("b gives a the lap back")
			.anyMatch((sent) -> sent.body() instanceof Election);
	}

	@Test
	void whoWaitsLongerForOneThatIsSilentIsGivenTheTime() {
		NominationCluster<RingState, RingMessage> cluster = led(4, ASCENDING, 2);
		// d knows how long a round trip takes, a does not and waits longer for b
		cluster.resign(D).run(20 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
		assertThat(Ring.lapNanos(cluster.state(D).election())).isLessThan(Ring.stepNanos(cluster.state(A).election()));
		pause(cluster, A);
		cluster.powerOff(B).crash(C).runUntilLed(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
	}

	private static void pause(NominationCluster<RingState, RingMessage> cluster, NodeId member) {
		cluster.feed(member, new Event.EligibilityChanged<>(1, false)).run(HEARTBEAT);
	}

	@Test
	void oneThatHearsNobodyDoesNotTellTheOthersToWaitForIt() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.crash(E).lose((sent) -> sent.to().equals(A));
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
		cluster.run(10 * LEASE);
		assertThat(cluster.leader()).isEqualTo(D);
		assertThat(cluster.sent().stream().filter((sent) -> sent.from().equals(A) && sent.body() instanceof Election))
			.isNotEmpty();
		assertThat(cluster.sent().stream().filter((sent) -> sent.body() instanceof Coordinator))
			.allSatisfy((sent) -> assertThat(((Coordinator) sent.body()).leader()).isNotEqualTo(A));
	}

	@Test
	void starWhoseMissingLinksNobodyNoticedIsLedByItsCentre() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.lose((sent) -> !sent.from().equals(A) && !sent.to().equals(A));
		cluster.run(8 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		assertThat(cluster.run(10 * LEASE).leader()).isEqualTo(A);
	}

	@Test
	void oneThatDoesNotHearALiveLeaderIsToldOfItAndTakesNothingOver() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.sent().clear();
		cluster.lose((sent) -> sent.to().equals(A) && sent.body() instanceof RingMessage.Binding binding
				&& binding.message() instanceof LeaderHeartbeat);
		cluster.run(5 * LEASE);
		assertThat(cluster.leader()).isEqualTo(E);
		assertThat(cluster.state(E).election().wonTerm()).isEqualTo(1);
		assertThat(cluster.sent().stream().filter((sent) -> sent.body() instanceof Coordinator))
			.allSatisfy((sent) -> assertThat(((Coordinator) sent.body()).leader()).isEqualTo(E));
		assertThat(count(cluster, Election.class)).as("it asks no more than once a lease").isBetween(5L, 6 * 5L);
	}

	@Test
	void resignationCostsOneLapAndTheSecondHighestLeads() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		cluster.sent().clear();
		cluster.resign(E);
		assertThat(cluster.runUntilLed(LEASE)).isLessThan(20 * MILLI);
		assertThat(cluster.leader()).isEqualTo(D);
		assertThat(cluster.run(30 * LEASE).leader()).isEqualTo(D);
		assertThat(count(cluster, Election.class)).isLessThanOrEqualTo(2 * 5 - 1);
	}

	@Test
	void whoResignedLeadsAgainIfNobodyElseIsThere() {
		NominationCluster<RingState, RingMessage> cluster = led(1);
		cluster.resign(A);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
	}

	@Test
	void withoutAMajorityEachPartOfTheRingHasALeader() {
		NominationCluster<RingState, RingMessage> cluster = led(4, ASCENDING, 1);
		for (NodeId one : List.of(A, B)) {
			for (NodeId other : List.of(C, D)) {
				cluster.link(one, other, false);
			}
		}
		cluster.run(5 * LEASE);
		assertThat(cluster.leaders()).containsExactly(B, D);
		for (NodeId one : List.of(A, B)) {
			for (NodeId other : List.of(C, D)) {
				cluster.link(one, other, true);
			}
		}
		cluster.run(5 * LEASE);
		assertThat(cluster.leaders()).hasSize(1);
	}

	@Test
	void withAMajorityTheSmallerPartHasNone() {
		NominationCluster<RingState, RingMessage> cluster = led(5);
		for (NodeId one : List.of(D, E)) {
			for (NodeId other : List.of(A, B, C)) {
				cluster.link(other, one, false);
			}
		}
		cluster.run(5 * LEASE);
		assertThat(cluster.leaders()).containsExactly(C);
	}

	@Test
	void promisesDependOnTheMinimum() {
		ElectionSettings settings = ElectionSettings.of("cluster", "group", A, List.of(A, B, C))
			.durable(true)
			.leaseNanos(LEASE)
			.heartbeatNanos(HEARTBEAT)
			.drainNanos(0)
			.build();
		RingNomination nomination = new RingNomination();
		assertThat(nomination.promises(settings)).containsExactlyInAnyOrder(Promise.S4, Promise.L1);
		assertThat(nomination.promises(settings.withOptions(minimum(2)))).containsExactlyInAnyOrder(Promise.S1,
				Promise.S2, Promise.S3, Promise.S4, Promise.L1, Promise.L2);
		assertThatIllegalArgumentException().isThrownBy(() -> nomination.promises(settings.withOptions(minimum(4))))
			.withMessageContainingAll("ring.minimum-cluster-size=4", "1 to 3");
	}

	@Test
	void acknowledgementsAreMatchedByLapAndSubject() {
		RingState.Step step = new RingState.Step(B, new Election(3, new RingCandidate(C, false, 0)), false);
		assertThat(step.isFor(new Received(3, C))).isTrue();
		assertThat(step.isFor(new Received(2, C))).isFalse();
		assertThat(step.isFor(new Received(3, B))).isFalse();
		assertThat(new RingState.Step(B, new Coordinator(3, C), false).isFor(new Received(3, C))).isTrue();
		assertThat(new RingState.Step(B, new Coordinator(3, C), false).isFor(new Received(4, C))).isFalse();
	}

}
