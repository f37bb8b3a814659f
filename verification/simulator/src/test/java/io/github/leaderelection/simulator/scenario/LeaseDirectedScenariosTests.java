package io.github.leaderelection.simulator.scenario;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From when and for how long a lease counts.
 */
class LeaseDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return LeaseScenarios.all();
	}

}
