package io.github.leaderelection.simulator.lab;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.Settings;

/**
 * Which promises an election makes, and the scenario that shows how one that it does not
 * make is broken.
 *
 * @param majority whether it is told to do with a majority at least, where it can do with
 * less
 */
record Breaks(Algorithm algorithm, boolean majority) {

	private static final String MINIMUM = "minimum-cluster-size";

	/**
	 * Every election, and those that can do with less than a majority twice.
	 * @return in alphabetical order
	 */
	static List<Breaks> all() {
		return Algorithm.names().stream().map(Algorithm::named).flatMap((algorithm) -> of(algorithm).stream()).toList();
	}

	private static List<Breaks> of(Algorithm algorithm) {
		Breaks usual = new Breaks(algorithm, false);
		Breaks majority = new Breaks(algorithm, true);
		return usual.promised().contains(Promise.S2) ? List.of(usual) : List.of(usual, majority);
	}

	/** What it promises. */
	Set<Promise> promised() {
		Scenario scenario = Catalogue.find("leader-crash");
		return (this.majority ? scenario.with(Map.of(MINIMUM, "majority")) : scenario).settings()
			.promised(this.algorithm);
	}

	/**
	 * The scenario that shows a promise broken.
	 * @return the first in the catalogue, empty if there is none
	 */
	Optional<Scenario> scenario(Promise promise) {
		return Catalogue.breaks()
			.stream()
			.map(Catalogue::find)
			.filter((scenario) -> scenario.shows().equals(promise.name()))
			.filter((scenario) -> scenario.elections().contains(this.algorithm.name()))
			.filter((scenario) -> (scenario.settings().minimumSize() == Settings.MAJORITY) == this.majority)
			.findFirst();
	}

	@Override
	public String toString() {
		return this.algorithm.name() + (this.majority ? ", majority" : "");
	}

}
