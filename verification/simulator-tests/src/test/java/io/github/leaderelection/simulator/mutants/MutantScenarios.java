package io.github.leaderelection.simulator.mutants;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.simulator.scenario.Scenarios;
import io.github.leaderelection.simulator.scenario.stage.NamedScenario;

/**
 * The directed scenarios of the simulator, and those made for mutants that these and
 * random runs are known to miss.
 */
final class MutantScenarios {

	private MutantScenarios() {
	}

	static NamedScenario named(String name) {
		return all().filter((each) -> each.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no scenario '" + name + "'"));
	}

	static Stream<NamedScenario> all() {
		return Stream
			.of(Scenarios.all(), CessionCases.all(), VoteCases.all(), AnswerCases.all(), AvailabilityCases.all())
			.flatMap(List::stream);
	}

}
