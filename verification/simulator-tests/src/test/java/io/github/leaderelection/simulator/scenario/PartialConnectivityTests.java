package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.election.PartialConnectivityScenarios;
import io.github.leaderelection.simulator.scenario.stage.Chance;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exactly one stable leader and flat terms wherever a quorum can be reached, else none.
 * As they are written the scenarios are run by {@link ScenariosTests}.
 */
class PartialConnectivityTests {

	private static final long SEED = 2;

	private static final long JITTER_MICROS = 1_500;

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromisesWhateverMessagesTake(NamedScenario scenario) {
		scenario.run(new Chance(SEED, JITTER_MICROS));
	}

	static List<NamedScenario> scenarios() {
		return PartialConnectivityScenarios.all();
	}

}
