package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.election.HealthScenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What members show of one another.
 */
class HealthDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void showsWhoIsWell(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return HealthScenarios.all();
	}

}
