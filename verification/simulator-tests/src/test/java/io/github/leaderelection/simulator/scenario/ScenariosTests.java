package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.Chance;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.stage.ScenarioViolation;
import io.github.leaderelection.simulator.scenario.stage.Setup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Scenarios}, each of which is run as it is written.
 */
class ScenariosTests {

	static List<NamedScenario> all() {
		return Scenarios.all();
	}

	@ParameterizedTest
	@MethodSource("all")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	@Test
	void namesAreUnique() {
		assertThat(Scenarios.all()).extracting(NamedScenario::name).doesNotHaveDuplicates();
	}

	@Test
	void scenarioThatGoesWrongSaysWhatAndShowsTheTrace() {
		NamedScenario wrong = Setup.of(3).named("wrong", (cluster) -> {
			cluster.startAll();
			cluster.awaitLeader(0);
			cluster.require(false, "the impossible");
		});
		assertThatExceptionOfType(ScenarioViolation.class).isThrownBy(wrong::run)
			.withMessageContaining("wrong: the impossible")
			.withMessageContaining("ElectionProposal");
	}

	@Test
	void seedDecidesWhatAScriptLeavesOpen() {
		assertThat(drawnBy(7)).isEqualTo(drawnBy(7)).isNotEqualTo(drawnBy(8));
	}

	private static String drawnBy(long seed) {
		StringBuilder drawn = new StringBuilder();
		Setup.of(3).named("drawn", (cluster) -> {
			drawn.append(cluster.draw(0, 1_000_000));
			cluster.startAll();
			cluster.awaitLeader();
			drawn.append(' ').append(cluster.node(0).clock().monotonicNanos());
		}).run(new Chance(seed, 1_500));
		return drawn.toString();
	}

}
