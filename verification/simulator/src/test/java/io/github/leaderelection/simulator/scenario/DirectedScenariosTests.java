package io.github.leaderelection.simulator.scenario;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.scenario.election.PartialConnectivityScenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The directed scenarios as they are written; those of a partly connected network have
 * tests of their own.
 */
class DirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		List<String> tested = PartialConnectivityScenarios.all().stream().map(NamedScenario::name).toList();
		List<NamedScenario> scenarios = new ArrayList<>(Scenarios.all());
		scenarios.removeIf((scenario) -> tested.contains(scenario.name()));
		return scenarios;
	}

}
