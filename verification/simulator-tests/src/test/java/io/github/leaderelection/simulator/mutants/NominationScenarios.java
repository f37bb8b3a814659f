package io.github.leaderelection.simulator.mutants;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.variant.Election;
import org.jspecify.annotations.Nullable;

/**
 * Scenarios for elections with a nomination, written as those of the lab.
 */
final class NominationScenarios {

	/** What is expected has to come about whatever is drawn. */
	private static final int SEEDS = 3;

	private NominationScenarios() {
	}

	/**
	 * Plays a scenario.
	 * @param name the name of its file, or of one of the lab's
	 * @param algorithm the election
	 * @return what was found, or null
	 */
	static @Nullable Catch play(String name, Algorithm algorithm) {
		Scenario scenario = find(name);
		Election election = Election.find(algorithm.name(), scenario.variant());
		for (int seed = 1; seed <= SEEDS; seed++) {
			LabOutcome outcome = scenario.play(seed, election);
			if (!outcome.broken().isEmpty()) {
				return new Catch(name, outcome.broken().get(0), outcome.broken().toString());
			}
			if (outcome.failure() != null) {
				return new Catch(name, "expected: " + outcome.failure(), outcome.failure());
			}
		}
		return null;
	}

	private static Scenario find(String name) {
		URL file = NominationScenarios.class.getResource("/nominations/" + name + ".lab");
		try {
			return Catalogue.find((file != null) ? Path.of(file.toURI()).toString() : name);
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
