package io.github.leaderelection.simulator.lab;

import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The figures the election must reach, measured with a few seeds.
 */
class LabFiguresTests {

	private static final int SEEDS = 40;

	private static final int THREADS = 2;

	static Stream<String> scenarios() {
		return Catalogue.names().stream();
	}

	static Stream<String> partialConnectivity() {
		return scenarios().filter((name) -> name.startsWith("partial-"));
	}

	@ParameterizedTest
	@MethodSource("scenarios")
	void everythingExpectedComesAbout(String name) {
		Measurements measured = measure(name, 10);
		assertThat(measured.wrong()).isEmpty();
		assertThat(measured.kept()).isEqualTo(10);
	}

	@ParameterizedTest
	@MethodSource("partialConnectivity")
	void partialConnectivityLeavesOneStableLeaderOrNone(String name) {
		assertThat(measure(name, SEEDS).wrong()).isEmpty();
	}

	@Test
	void noTermIsSpentWhereNobodyReachesAQuorum() {
		Measurements measured = measure("partial-no-quorum", SEEDS);
		assertThat(measured.total().elections()).isZero();
		assertThat(measured.total().term()).isZero();
		assertThat(measured.allGapsEnded()).isFalse();
	}

	@Test
	void crashCostsTheRestOfTheLeaseAndOneProposal() {
		Measurements measured = measure("leader-crash", SEEDS);
		assertThat(measured.gapCount()).isEqualTo(SEEDS);
		assertThat(measured.downtime(500) / lease(measured)).isBetween(0.5, 1.0);
		assertThat(measured.downtime(990) / lease(measured)).isLessThanOrEqualTo(1.1);
		assertThat(measured.withOneProposal()).isGreaterThanOrEqualTo(SEEDS * 99 / 100);
	}

	@ParameterizedTest
	@ValueSource(strings = { "jitter-leader-crash", "jitter-chain-of-three", "chain-first-crash", "chain-first-vanish",
			"five-first-cut" })
	void delaysThatVaryCostNoSecondProposal(String name) {
		Measurements measured = measure(name, 100);
		assertThat(measured.gapCount()).isEqualTo(100);
		assertThat(measured.withOneProposal()).isGreaterThanOrEqualTo(99);
		assertThat(measured.downtime(990) / lease(measured)).isLessThanOrEqualTo(1.02);
	}

	@Test
	void clocksThatDifferCostNoSecondProposal() {
		assertThat(measure("clock-skew", 100).withOneProposal()).isGreaterThanOrEqualTo(99);
	}

	@Test
	void cessionsThatArriveApartCostNoSecondProposal() {
		assertThat(measure("jitter-leader-only-sends", SEEDS).withOneProposal()).isEqualTo(SEEDS);
	}

	@ParameterizedTest
	@ValueSource(ints = { 5, 7, 21 })
	void electionFarAwayTakesHalfAsManyMessagesAgainAsItNeedsAtMost(int nodes) {
		assertFewMessagesFarAway(nodes);
	}

	@Test
	@Tag("thorough")
	void largeElectionFarAwayTakesAsFew() {
		assertFewMessagesFarAway(101);
	}

	private static void assertFewMessagesFarAway(int nodes) {
		int seeds = 3;
		Scenario scenario = Catalogue.find("wan-leader-crash").with(Map.of("nodes", "" + nodes));
		Measurements measured = new Batch(scenario, "quorum").run(1, seeds, THREADS);
		assertThat(measured.total().electionMessages()).isBetween(2L * (nodes - 2) * seeds,
				3L * 4 * (nodes - 2) * seeds / 2);
	}

	@Test
	void crashFarAwayCostsAtMostThreeRoundTripsMore() {
		Measurements measured = measure("wan-leader-crash", SEEDS);
		assertThat(measured.scenario().settings().roundTrip()).isEqualTo(70_000_000);
		assertThat(measured.downtime(1000) - lease(measured))
			.isLessThanOrEqualTo(3 * measured.scenario().settings().roundTrip());
	}

	@Test
	void resignationCostsAFewRoundTrips() {
		Measurements measured = measure("leader-resigns", SEEDS);
		assertThat(measured.gapCount()).isEqualTo(SEEDS);
		assertThat(measured.downtime(990)).isLessThanOrEqualTo(10 * measured.scenario().settings().roundTrip());
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 9, 33 })
	void messagesOfAnElectionGrowLinearly(int nodes) {
		assertFewMessages(nodes);
	}

	@Test
	@Tag("thorough")
	void messagesOfALargeElectionGrowLinearly() {
		assertFewMessages(101);
	}

	private static void assertFewMessages(int nodes) {
		int seeds = 3;
		Scenario scenario = Catalogue.find("leader-crash").with(Map.of("nodes", "" + nodes));
		Measurements measured = new Batch(scenario, "quorum").run(1, seeds, THREADS);
		assertThat(measured.kept()).isEqualTo(seeds);
		assertThat(measured.total().electionMessages()).isBetween(2L * (nodes - 2) * seeds, 5L * nodes * seeds);
	}

	@ParameterizedTest
	@ValueSource(strings = { "partial-leader-only-sends", "leader-transfers" })
	void cessionThatIsHeardCostsOneProposal(String name) {
		assertThat(measure(name, SEEDS).withOneProposal()).isEqualTo(SEEDS);
	}

	@Test
	void nodeThatHearsNobodyDoesNotFloodTheOthers() {
		Measurements measured = measure("partial-follower-only-sends", SEEDS);
		double seconds = measured.total().nanos() / 1e9;
		assertThat(measured.total().electionMessages() / seconds).isBetween(1.0, 60.0);
	}

	@Test
	void scoutingKeepsTermsFlatAndALeaseKeepsTheLeader() {
		assertThat(measure("non-sticky-leader", 10).total().term()).isZero();
		assertThat(measure("leader-ping-pong", 10).total().term()).isZero();
		for (String name : new String[] { "non-sticky-leader-unscouted", "leader-ping-pong-unscouted" }) {
			Measurements unscouted = measure(name, 10);
			assertThat(unscouted.total().changes()).isZero();
			assertThat(unscouted.total().term()).isGreaterThan(50);
			assertThat(unscouted.broken()).containsOnlyKeys("terms grow for a reason");
		}
	}

	@Test
	void articleWithoutItsRemedyShowsItsTwoPictures() {
		Measurements nonSticky = measure("non-sticky-leader-article", 10);
		assertThat(nonSticky.total().changes()).isEqualTo(10);
		Measurements pingPong = measure("leader-ping-pong-article", 10);
		assertThat(pingPong.total().changes()).isGreaterThan(100);
		assertThat(pingPong.broken()).containsEntry("S2", 10);
	}

	@Test
	void threadsChangeNothing() {
		Scenario scenario = Catalogue.find("wan-lossy");
		Measurements one = new Batch(scenario, "quorum").run(7, 6, 1);
		Measurements three = new Batch(scenario, "quorum").run(7, 6, 3);
		assertThat(three.total()).isEqualTo(one.total());
		assertThat(three.downtime(500)).isEqualTo(one.downtime(500));
		assertThat(new Batch(scenario, "quorum").run(8, 6, 3).total()).isNotEqualTo(one.total());
	}

	private static double lease(Measurements measured) {
		return measured.scenario().settings().lease();
	}

	private static Measurements measure(String name, int seeds) {
		return new Batch(Catalogue.find(name), "quorum").run(1, seeds, THREADS);
	}

}
