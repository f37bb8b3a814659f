package io.github.leaderelection.simulator.mutants;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Looks for a mutant: plays the scenarios it names, then random runs, until a promise is
 * broken or the budget is spent.
 */
final class MutantHunt {

	/** How many random runs a mutant may survive at most. */
	static final int BUDGET = 60;

	private final Hunter hunter;

	private final List<String> scenarios;

	/**
	 * Prepares a hunt.
	 * @param hunter runs the simulator
	 * @param scenarios the scenarios to play first
	 */
	MutantHunt(Hunter hunter, List<String> scenarios) {
		this.hunter = hunter;
		this.scenarios = scenarios;
	}

	/**
	 * Hunts.
	 * @param mutant the name of what is hunted
	 * @param seeds how many random runs to try
	 * @return what was found, if anything
	 */
	Trophy run(String mutant, int seeds) {
		long began = System.nanoTime();
		Catch found = playScenarios();
		for (long seed = 1; found == null && seed <= seeds; seed++) {
			found = this.hunter.play(seed);
		}
		return new Trophy(mutant, found, this.hunter.clusterSeconds(), System.nanoTime() - began);
	}

	private @Nullable Catch playScenarios() {
		for (String scenario : this.scenarios) {
			Catch found = this.hunter.play(scenario);
			if (found != null) {
				return found;
			}
		}
		return null;
	}

}
