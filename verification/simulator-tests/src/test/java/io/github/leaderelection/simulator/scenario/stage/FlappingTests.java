package io.github.leaderelection.simulator.scenario.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a node sees of leadership that moves again and again, and whether its advice is
 * good: the same troubles with the advised lease move nothing.
 */
class FlappingTests {

	private static final long MILLI = 1_000_000;

	@ParameterizedTest
	@ValueSource(ints = { 1200, 1800, 3000, 7500 })
	void theAdvisedLeaseRidesOutThePausesThatMovedLeadership(int pause) {
		Consumer<ScenarioCluster> trouble = (cluster) -> pauseLeader(cluster, pause, 4);
		List<Flapping> seen = seen(1000, trouble);
		assertThat(seen).anyMatch(Flapping::ongoing);
		Duration advised = seen.stream()
			.filter(Flapping::ongoing)
			.map(Flapping::advisedLease)
			.reduce(Duration.ZERO, (a, b) -> (b != null && b.compareTo(a) > 0) ? b : a);
		assertThat(advised).isBetween(Duration.ofMillis(pause), Duration.ofMillis(2L * pause));
		assertThat(seen(advised.toMillis(), trouble)).allSatisfy((calm) -> {
			assertThat(calm.ongoing()).isFalse();
			assertThat(calm.changes()).isZero();
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 1500, 4000 })
	void theAdvisedLeaseRidesOutTheCutsThatMovedLeadership(int cut) {
		Consumer<ScenarioCluster> trouble = (cluster) -> {
			for (int i = 0; i < 4; i++) {
				int leader = cluster.awaitLeader();
				cluster.run(2000);
				cluster.ways().isolate(leader);
				cluster.run(cut);
				IntStream.range(0, 3)
					.filter((other) -> other != leader)
					.forEach((other) -> cluster.ways().heal(leader, other));
				cluster.run(15_000);
			}
		};
		List<Flapping> seen = seen(1000, trouble);
		assertThat(seen).anyMatch(Flapping::ongoing);
		Duration advised = seen.stream()
			.filter(Flapping::ongoing)
			.map(Flapping::advisedLease)
			.reduce(Duration.ZERO, (a, b) -> (b != null && b.compareTo(a) > 0) ? b : a);
		assertThat(advised).isGreaterThan(Duration.ofMillis(cut));
		assertThat(seen(advised.toMillis(), trouble)).allSatisfy((calm) -> assertThat(calm.changes()).isZero());
	}

	@Test
	void aNodeThatPausesSeesItsOwnStall() {
		List<Flapping> seen = seen(1000, (cluster) -> pauseLeader(cluster, 1800, 1));
		assertThat(seen).extracting(Flapping::longestStall)
			.anySatisfy((stall) -> assertThat(stall).isBetween(Duration.ofMillis(1650), Duration.ofMillis(1900)));
		assertThat(seen).extracting(Flapping::longestGap)
			.anySatisfy((gap) -> assertThat(gap).isBetween(Duration.ofMillis(1700), Duration.ofMillis(2000)));
	}

	@Test
	void leadershipThatIsGivenAwayDoesNotFlap() {
		List<Flapping> seen = seen(1000, (cluster) -> {
			for (int i = 0; i < 5; i++) {
				int leader = cluster.awaitLeader();
				cluster.run(1500);
				if (i % 2 == 0) {
					cluster.resign(leader);
				}
				else {
					cluster.transfer(leader, (leader + 1) % 3);
				}
				cluster.run(30_000);
			}
		});
		assertThat(seen).allSatisfy((calm) -> {
			assertThat(calm.changes()).isZero();
			assertThat(calm.longestGap()).isZero();
		});
	}

	@Test
	void aLeaderThatGivesLeadershipUpIsNotShownAsSilent() {
		List<BiConsumer<ScenarioCluster, Integer>> ends = List.of(ScenarioCluster::resign,
				(cluster, leader) -> cluster.transfer(leader, (leader + 1) % 3), ScenarioCluster::stop);
		ends.forEach((end) -> assertThat(silences(end)).hasSize(2).allMatch(Optional::isEmpty));
	}

	@Test
	void aLeaderThatIsKilledPausedOrCutOffIsShownAsSilentAtOnce() {
		List<BiConsumer<ScenarioCluster, Integer>> ends = List.of(ScenarioCluster::crash,
				(cluster, leader) -> cluster.node(leader).pauses().pause(1500 * MILLI),
				(cluster, leader) -> cluster.ways().isolate(leader));
		ends.forEach((end) -> assertThat(silences(end)).hasSize(2)
			.allSatisfy((silence) -> assertThat(silence).hasValueSatisfying(
					(length) -> assertThat(length).isBetween(Duration.ofMillis(1), Duration.ofMillis(1100)))));
	}

	@Test
	void aLeaderWhoseEndIsDetectedIsShownAsSilentFromItsLastWord() {
		assertThat(silences((cluster, leader) -> {
			long incarnation = cluster.state((leader + 1) % 3).roleState().known().incarnation();
			cluster.crash(leader);
			cluster.run(5);
			IntStream.of(1, 2).forEach((next) -> cluster.tellOfEnd((leader + next) % 3, leader, incarnation));
		})).hasSize(2)
			.allSatisfy((silence) -> assertThat(silence).hasValueSatisfying(
					(length) -> assertThat(length).isBetween(Duration.ofMillis(1), Duration.ofMillis(150))));
	}

	/**
	 * Ends a leadership, and returns for how long its leader was silent in the view of
	 * the others: the same in the first status that shows the end, and once another
	 * leads.
	 */
	private static List<Optional<Duration>> silences(BiConsumer<ScenarioCluster, Integer> end) {
		ScenarioCluster cluster = new ScenarioCluster("silences", Setup.of(3).withLease(1000, 100), Chance.NONE);
		cluster.startAll();
		int leader = cluster.awaitLeader();
		cluster.run(3000);
		List<LeaderElector> others = IntStream.range(0, 3)
			.filter((machine) -> machine != leader)
			.mapToObj((machine) -> cluster.node(machine).application().elector(0))
			.toList();
		Map<LeaderElector, LeadershipPeriod> ended = new LinkedHashMap<>();
		end.accept(cluster, leader);
		for (int millis = 0; millis < 2000; millis++) {
			others.forEach((other) -> {
				LeadershipPeriod first = other.status().history().get(0);
				if (first.until() != null) {
					ended.putIfAbsent(other, first);
				}
			});
			cluster.run(1);
		}
		others.forEach((other) -> {
			assertThat(other.status().history()).hasSizeGreaterThan(1);
			assertThat(other.status().history().get(0).silence() != null).isEqualTo(ended.get(other).silence() != null);
			Flapping seen = ElectorInternals.of(other).flapping().orElseThrow();
			assertThat(seen.changes()).isEqualTo((ended.get(other).silence() != null) ? 1 : 0);
		});
		return ended.values().stream().map((period) -> Optional.ofNullable(period.silence())).toList();
	}

	@Test
	void aRollingRestartDoesNotFlap() {
		List<Flapping> seen = seen(1000, (cluster) -> {
			for (int machine = 0; machine < 3; machine++) {
				cluster.stop(machine);
				cluster.start(machine);
				cluster.run(5000);
			}
		});
		assertThat(seen).allSatisfy((calm) -> assertThat(calm.changes()).isZero());
	}

	@Test
	void leadersThatCrashFlapButNoLeaseIsAdvised() {
		List<Flapping> seen = seen(1000, (cluster) -> {
			for (int i = 0; i < 3; i++) {
				int leader = cluster.awaitLeader();
				cluster.run(3000);
				cluster.restart(leader);
				cluster.run(10_000);
			}
		});
		assertThat(seen).allSatisfy((node) -> {
			assertThat(node.advisedLease()).isNull();
			assertThat(node.longestGap()).isZero();
		});
		assertThat(seen).anySatisfy((node) -> assertThat(node.changes()).isPositive());
	}

	private static void pauseLeader(ScenarioCluster cluster, int pause, int times) {
		for (int i = 0; i < times; i++) {
			int leader = cluster.awaitLeader();
			cluster.run(2000);
			cluster.node(leader).pauses().pause(pause * MILLI);
			cluster.run(pause + 15_000);
		}
	}

	private static List<Flapping> seen(long lease, Consumer<ScenarioCluster> trouble) {
		ScenarioCluster cluster = new ScenarioCluster("flapping", Setup.of(3).withLease(lease, 100), Chance.NONE);
		cluster.startAll();
		trouble.accept(cluster);
		List<Flapping> seen = new ArrayList<>();
		for (int machine = 0; machine < 3; machine++) {
			ElectorInternals source = ElectorInternals.of(cluster.node(machine).application().elector(0));
			seen.add(source.flapping().orElseThrow());
			assertThat(source.disagreements()).isEmpty();
		}
		return seen;
	}

}
