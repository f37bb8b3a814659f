package io.github.leaderelection.simulator.scenario;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exactly one stable leader and flat terms wherever a quorum can be reached, else none.
 */
class PartialConnectivityTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return PartialConnectivityScenarios.all();
	}

}
