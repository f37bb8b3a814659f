package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.state.StateAnswerScenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a node says that is asked what it remembers.
 */
class StateAnswerDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return StateAnswerScenarios.all();
	}

}
