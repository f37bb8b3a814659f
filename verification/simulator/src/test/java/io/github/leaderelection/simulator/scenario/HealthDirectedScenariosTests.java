package io.github.leaderelection.simulator.scenario;

import java.util.List;

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
