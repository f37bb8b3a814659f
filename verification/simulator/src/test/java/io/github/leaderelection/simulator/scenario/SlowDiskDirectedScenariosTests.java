package io.github.leaderelection.simulator.scenario;

import java.util.List;

import io.github.leaderelection.simulator.scenario.stage.NamedScenario;
import io.github.leaderelection.simulator.scenario.state.SlowDiskScenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Disks so slow that votes come too late.
 */
class SlowDiskDirectedScenariosTests {

	@ParameterizedTest
	@MethodSource("scenarios")
	void keepsThePromises(NamedScenario scenario) {
		scenario.run();
	}

	static List<NamedScenario> scenarios() {
		return SlowDiskScenarios.all();
	}

}
