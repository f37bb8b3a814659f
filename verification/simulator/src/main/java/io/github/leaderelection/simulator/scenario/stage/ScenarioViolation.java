package io.github.leaderelection.simulator.scenario.stage;

import java.util.List;

/**
 * A scenario did not go as it must.
 */
public final class ScenarioViolation extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ScenarioViolation(String scenario, String what, List<String> trace) {
		super(scenario + ": " + what + System.lineSeparator() + String.join(System.lineSeparator(), trace));
	}

}
