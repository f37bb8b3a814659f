package io.github.leaderelection.simulator.lab;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.variant.Election;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an election does not promise is seen broken; what none can do without is promised.
 */
class BreaksTests {

	private static final int SEEDS = 3;

	static Stream<Arguments> notPromised() {
		return Breaks.all()
			.stream()
			.flatMap((breaks) -> Stream.of(Promise.values())
				.filter((promise) -> !breaks.promised().contains(promise))
				.map((promise) -> Arguments.of(breaks, promise)));
	}

	@ParameterizedTest
	@MethodSource("notPromised")
	void promiseThatIsNotMadeIsSeenBroken(Breaks breaks, Promise promise) {
		Scenario scenario = breaks.scenario(promise)
			.orElseThrow(() -> new AssertionError(breaks + " does not promise " + promise
					+ ": add a scenario that shows it broken, or make the promise"));
		for (long seed = 1; seed <= SEEDS; seed++) {
			LabOutcome outcome = scenario.play(seed, Election.find(breaks.algorithm().name(), scenario.variant()));
			assertThat(outcome.failure()).as("%s, seed %d", scenario, seed).isNull();
			assertThat(outcome.broken()).contains(promise.name()).isSubsetOf(scenario.breaks());
		}
	}

	@Test
	void everyElectionIsLookedAtAndThoseWithoutAMajorityTwice() {
		assertThat(Breaks.all().stream().map(Breaks::algorithm))
			.containsAll(Algorithm.names().stream().map(Algorithm::named).toList());
		assertThat(Breaks.all()).filteredOn(Breaks::majority)
			.extracting((breaks) -> breaks.algorithm().name())
			.containsExactly("bully", "emergent", "ring");
	}

	@Test
	void noScenarioShowsAPromiseOfAnElectionBrokenThatMakesIt() {
		for (String name : Catalogue.breaks()) {
			Scenario scenario = Catalogue.find(name);
			assertThat(scenario.elections()).as(name).isNotEmpty();
			for (String election : scenario.elections()) {
				Set<Promise> promised = scenario.settings().promised(Algorithm.named(election));
				assertThat(promised).as("%s, %s", name, election).doesNotContain(Promise.valueOf(scenario.shows()));
			}
		}
	}

	@Test
	void electionThatMakesThePromiseKeepsItInTheSameScenarios() {
		for (String name : List.of("break-one-lease-at-a-time", "break-rising-tokens")) {
			Scenario scenario = Catalogue.find(name);
			for (String election : scenario.elections()) {
				LabOutcome outcome = scenario.with(java.util.Map.of("minimum-cluster-size", "majority"))
					.play(1, Election.find(election, ""));
				assertThat(outcome.broken()).as("%s, %s", name, election).doesNotContain("S1", "S2", "S3");
				assertThat(outcome.failure()).contains("was to be seen broken, and was kept");
			}
		}
	}

}
