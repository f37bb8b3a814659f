package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.election.CandidacyScenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Members that do not stand for election because they were paused.
 */
class CandidacyDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return CandidacyScenarios.all();
	}

}
