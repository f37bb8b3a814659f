package io.github.leaderelection.simulator.assignment.directed;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Directed scenarios of workers and leaders of assignments.
 */
public final class AssignmentScenarios {

	private static final Map<String, Consumer<Stage>> ALL = new LinkedHashMap<>();

	static {
		LeaderCases.addTo(ALL);
		WorkerCases.addTo(ALL);
		DivisionCases.addTo(ALL);
		StopCases.addTo(ALL);
		HeldCases.addTo(ALL);
	}

	private AssignmentScenarios() {
	}

	/** The scenarios. */
	public static Set<String> names() {
		return ALL.keySet();
	}

	/**
	 * Plays a scenario.
	 * @return what was not as expected, null if all was
	 * @throws IllegalArgumentException if there is no such scenario
	 */
	public static @Nullable String play(String name) {
		Consumer<Stage> scenario = ALL.get(name);
		if (scenario == null) {
			throw new IllegalArgumentException("There is no scenario '" + name + "': use one of " + names());
		}
		return new Stage().play(scenario);
	}

}
