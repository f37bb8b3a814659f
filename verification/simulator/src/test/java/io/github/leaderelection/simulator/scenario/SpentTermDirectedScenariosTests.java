package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.state.SpentTermScenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node forgets its vote, and the term of that vote is won after it has started again.
 */
class SpentTermDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return SpentTermScenarios.all();
	}

}
