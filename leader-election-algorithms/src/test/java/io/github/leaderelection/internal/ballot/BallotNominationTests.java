package io.github.leaderelection.internal.ballot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.ballot.BallotMessage.Elect;
import io.github.leaderelection.internal.ballot.BallotMessage.Vote;
import io.github.leaderelection.internal.ballot.Claim.Standing;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.protocol.Sent;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.nomination.NominationCluster.HEARTBEAT;
import static io.github.leaderelection.internal.nomination.NominationCluster.LEASE;
import static io.github.leaderelection.internal.nomination.NominationCluster.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The ballot election as a whole, in a small cluster.
 */
class BallotNominationTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final long BOUND = 20 * MILLI;

	private static NominationCluster<BallotState, BallotMessage> cluster(int size) {
		return new NominationCluster<>(new BallotNomination(), size,
				AlgorithmOptions.of("ballot", Map.of(BallotNomination.ROUND_TRIP, "20ms")));
	}

	private static NominationCluster<BallotState, BallotMessage> led(int size) {
		NominationCluster<BallotState, BallotMessage> cluster = cluster(size).startAll();
		cluster.runUntilLed(6 * LEASE);
		return cluster.run(3 * LEASE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 5, 7 })
	void newClusterElectsTheFirstInTheListForNobodyHasSeenAnything(int size) {
		NominationCluster<BallotState, BallotMessage> cluster = led(size);
		assertThat(cluster.leader()).isEqualTo(A);
		cluster.sent().clear();
		cluster.run(20 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		assertThat(cluster.sent()).as("under a live leader nobody elects").isEmpty();
	}

	@Test
	void leadCarriesWhatTheApplicationSays() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3).broadcast(A, "batch 17 is done");
		cluster.run(HEARTBEAT);
		for (NodeId id : cluster.members()) {
			assertThat(cluster.heard(id)).as(id.value()).containsExactly("a 1.1 batch 17 is done");
		}
	}

	@Test
	void whoSawTheLatestMessageLeads() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		// the last heartbeats reach c alone
		cluster.lose((sent) -> isHeartbeat(sent) && !sent.to().equals(C));
		cluster.run(HEARTBEAT + 10 * MILLI);
		cluster.lose((sent) -> false);
		cluster.crash(A);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
	}

	@Test
	void theFirstInTheListLeadsOfThoseThatSawTheSame() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		cluster.crash(A);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(B);
	}

	@Test
	void theOldLeaderIsElectedAgainWhileItIsAlive() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3);
		cluster.crash(A).runUntilLed(3 * LEASE);
		cluster.start(A).run(3 * LEASE);
		assertThat(cluster.leader()).as("a is the first in the list, but b led last").isEqualTo(B);
		long term = cluster.state(B).election().wonTerm();
		cluster.lose(BallotNominationTests::isHeartbeat);
		cluster.run(2 * LEASE);
		cluster.lose((sent) -> false);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(B);
		assertThat(cluster.state(B).election().wonTerm()).as("it had lost its lease").isGreaterThan(term);
	}

	@Test
	void aLiveLeaderIsTheBestClaimForOneThatDoesNotHearIt() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3);
		cluster.sent().clear();
		cluster.lose((sent) -> isHeartbeat(sent) && sent.to().equals(C));
		cluster.run(5 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		assertThat(cluster.sent().stream().filter((sent) -> sent.body() instanceof Vote)).isNotEmpty()
			.allSatisfy((sent) -> assertThat(sent.to()).isEqualTo(A));
		assertThat(cluster.state(A).election().wonTerm()).as("nobody raised a term").isEqualTo(1);
	}

	@Test
	void aTermThatCannotBeRightIsNotTakenForTheLatest() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3);
		cluster.deliver(C, B, new BallotMessage.Binding(
				new QuorumMessage.LeaderHeartbeat(Long.MAX_VALUE, 1, 1, true, LEASE, 0, List.of())));
		cluster.run(LEASE).sent().clear();
		assertThat(cluster.run(20 * LEASE).leader()).isEqualTo(A);
		assertThat(cluster.sent()).isEmpty();
	}

	@Test
	void resignationTakesNoMoreThanARoundAndAnotherLeads() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3);
		cluster.resign(A);
		assertThat(cluster.leaders()).isEmpty();
		assertThat(cluster.runUntilLed(LEASE)).isLessThan(BOUND + 10 * MILLI);
		assertThat(cluster.leader()).isEqualTo(B);
		assertThat(cluster.run(20 * LEASE).leader()).as("a does not come back").isEqualTo(B);
	}

	@Test
	void whoResignedLeadsAgainIfNobodyElseCan() {
		NominationCluster<BallotState, BallotMessage> one = led(1);
		one.resign(A);
		one.runUntilLed(3 * LEASE);
		assertThat(one.leader()).isEqualTo(A);
	}

	@Test
	void electionGoesOnAfterTheElectedDiesBeforeItLeads() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		cluster.crash(A).run(BOUND + 100 * MILLI);
		assertThat(cluster.state(B).attempt()).isEqualTo(BallotState.Attempt.ELECTED);
		cluster.powerOff(B);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
	}

	@Test
	void oneThatIsElectedAndCannotWinBelowGivesWay() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		cluster.crash(A);
		// nobody votes for b below
		cluster.lose((sent) -> sent.from().equals(B) && sent.body() instanceof BallotMessage.Binding);
		cluster.runUntilLed(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(C);
	}

	@Test
	void starIsLedByItsCentreWhoeverBegins() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		NodeId centre = NodeId.of("e");
		for (NodeId one : cluster.members()) {
			for (NodeId other : cluster.members()) {
				if (one.compareTo(other) < 0 && !other.equals(centre)) {
					cluster.link(one, other, false);
				}
			}
		}
		cluster.run(3 * LEASE);
		cluster.runUntilLed(3 * LEASE);
		assertThat(cluster.leader()).isEqualTo(centre);
	}

	@Test
	void starWhoseMissingLinksNobodyNoticedIsLedByItsCentre() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		NodeId centre = NodeId.of("e");
		// a leads and takes all others to be linked
		cluster.lose((sent) -> !sent.from().equals(centre) && !sent.to().equals(centre));
		cluster.run(6 * LEASE);
		assertThat(cluster.leader()).isEqualTo(centre);
		assertThat(cluster.run(20 * LEASE).leader()).isEqualTo(centre);
	}

	@Test
	void oneThatHearsAllAndIsHeardByHalfDoesNotKeepOthersOut() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		cluster.crash(A);
		// b is the first in the list of all that stand, but only c hears it
		cluster.lose((sent) -> sent.from().equals(B) && !sent.to().equals(C));
		cluster.run(6 * LEASE);
		assertThat(cluster.leader()).isIn(C, NodeId.of("d"), NodeId.of("e"));
	}

	@Test
	void oldLeaderThatStandsInVainAgainAndAgainGivesWay() {
		NominationCluster<BallotState, BallotMessage> cluster = led(3);
		// b votes for a, which leads, for its heartbeats do not come
		cluster.lose((sent) -> isHeartbeat(sent) && sent.to().equals(B));
		cluster.run(2 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		// now a hears b alone, and c alone hears a
		cluster.lose((sent) -> (sent.from().equals(A) && sent.to().equals(B))
				|| (sent.from().equals(C) && sent.to().equals(A)));
		for (int i = 0; i < 60; i++) {
			// b begins elections more often than the election below asks again
			cluster.deliver(B, A, new Elect(0, BOUND, new Claim(Standing.READY, 0, 1, false, 1)));
			cluster.run(80 * MILLI);
		}
		assertThat(cluster.leader()).isIn(B, C);
	}

	@Test
	void centreThatResignedLeadsAgainWhereOneThatWouldCannot() {
		NominationCluster<BallotState, BallotMessage> cluster = led(5);
		NodeId d = NodeId.of("d");
		Set<Set<NodeId>> links = Set.of(Set.of(A, B), Set.of(A, C));
		// b hears enough members to stand, for it hears d, but d does not hear it
		cluster.lose((sent) -> !links.contains(Set.of(sent.from(), sent.to()))
				&& !(sent.from().equals(d) && sent.to().equals(B)));
		cluster.run(2 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
		cluster.resign(A);
		assertThat(cluster.leaders()).isEmpty();
		cluster.run(4 * LEASE);
		assertThat(cluster.leader()).isEqualTo(A);
	}

	@ParameterizedTest
	@CsvSource({ "3,0", "5,0", "7,0", "5,300", "7,500" })
	void noMemberSaysMoreThanTwoThingsInARoundTrip(int size, int lostPerMille) {
		NominationCluster<BallotState, BallotMessage> cluster = cluster(size);
		long[] dice = { 1 };
		cluster.lose((sent) -> {
			dice[0] = dice[0] * 6364136223846793005L + 1442695040888963407L;
			return Long.remainderUnsigned(dice[0] >>> 20, 1000) < lostPerMille;
		});
		cluster.startAll();
		for (int i = 0; i < 6; i++) {
			cluster.run(4 * LEASE);
			List<NodeId> leaders = cluster.leaders();
			if (!leaders.isEmpty()) {
				NodeId leader = leaders.get(0);
				cluster.crash(leader).run(3 * LEASE).start(leader);
			}
		}
		assertThat(cluster.sent()).hasSizeGreaterThan(10 * size);
		Map<NodeId, Deque<Long>> said = new HashMap<>();
		for (Utterance utterance : utterances(cluster.sent())) {
			Deque<Long> times = said.computeIfAbsent(utterance.from(), (from) -> new ArrayDeque<>());
			times.add(utterance.nanos());
			if (times.size() == 3) {
				assertThat(utterance.nanos() - times.remove()).as("three messages of " + utterance)
					.isGreaterThanOrEqualTo(BOUND);
			}
		}
	}

	/** A broadcast counts as one message, as in the source. */
	private static List<Utterance> utterances(List<Sent<BallotMessage>> sent) {
		return sent.stream()
			.map((each) -> new Utterance(each.nanos(), each.from(), System.identityHashCode(each.body())))
			.distinct()
			.toList();
	}

	@Test
	void whereTheRoundTripIsUnderestimatedTheBoundGrowsUntilSomebodyLeads() {
		NominationCluster<BallotState, BallotMessage> cluster = new NominationCluster<>(new BallotNomination(), 3,
				AlgorithmOptions.NONE);
		cluster.startAll().runUntilLed(6 * LEASE);
		cluster.run(LEASE);
		cluster.sent().clear();
		cluster.lose((sent) -> sent.body() instanceof Vote || isHeartbeat(sent));
		cluster.run(5 * LEASE);
		List<Long> bounds = elects(cluster).stream().map((sent) -> ((Elect) sent.body()).boundNanos()).toList();
		assertThat(bounds.get(0)).isLessThan(bounds.get(bounds.size() - 1));
		assertThat(bounds).allSatisfy((bound) -> assertThat(bound).isBetween(10 * MILLI, LEASE / 5));
	}

	@Test
	void roundTripLongerThanAHeartbeatIsRefused() {
		ElectionSettings settings = ElectionSettings.of("cluster", "group", A, List.of(A))
			.durable(true)
			.leaseNanos(LEASE)
			.heartbeatNanos(HEARTBEAT)
			.drainNanos(0)
			.build();
		BallotNomination nomination = new BallotNomination();
		assertThat(nomination.promises(settings)).containsExactlyInAnyOrder(Promise.values());
		assertThatIllegalArgumentException()
			.isThrownBy(() -> nomination.promises(
					settings.withOptions(AlgorithmOptions.of("ballot", Map.of(BallotNomination.ROUND_TRIP, "101ms")))))
			.withMessageContainingAll("ballot.round-trip=101ms", "100ms", "lengthen");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> nomination.promises(
					settings.withOptions(AlgorithmOptions.of("ballot", Map.of(BallotNomination.ROUND_TRIP, "soon")))))
			.withMessageContainingAll("ballot.round-trip=soon", "200ms");
	}

	private static boolean isHeartbeat(Sent<BallotMessage> sent) {
		return sent.body() instanceof BallotMessage.Binding binding && binding.message() instanceof LeaderHeartbeat;
	}

	private static List<Sent<BallotMessage>> elects(NominationCluster<BallotState, BallotMessage> cluster) {
		return cluster.sent().stream().filter((sent) -> sent.body() instanceof Elect).toList();
	}

	private record Utterance(long nanos, NodeId from, int body) {
	}

}
