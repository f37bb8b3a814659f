package io.github.leaderelection.simulator.lab;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.Promise;
import io.github.leaderelection.simulator.lab.script.Scenario;
import io.github.leaderelection.simulator.lab.stage.LabOutcome;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * Who promises what, as Markdown for the guide; for each promise that is not made the
 * scenario that was just seen to break it.
 */
final class PromiseTable {

	private final long seed;

	private final Map<String, Integer> numbers = new LinkedHashMap<>();

	private final List<String> failures = new ArrayList<>();

	/** Prepares a table. */
	PromiseTable(long seed) {
		this.seed = seed;
	}

	/**
	 * Plays the scenarios and prints the table.
	 * @return whether each promise that is not made was seen broken
	 */
	boolean print(PrintStream out) {
		lines().forEach(out::println);
		this.failures.forEach(out::println);
		return this.failures.isEmpty();
	}

	List<String> lines() {
		List<String> lines = new ArrayList<>();
		lines.add("| election | " + promises(Promise::name) + " |");
		lines.add("|---|" + ":---:|".repeat(Promise.values().length));
		for (Breaks breaks : Breaks.all()) {
			lines.add("| " + breaks + " | " + promises((promise) -> cell(breaks, promise)) + " |");
		}
		lines.add("");
		this.numbers.forEach((name, number) -> lines.add(number + ". `" + name + "`"));
		return lines;
	}

	private static String promises(java.util.function.Function<Promise, String> cell) {
		return Stream.of(Promise.values()).map(cell).collect(Collectors.joining(" | "));
	}

	private String cell(Breaks breaks, Promise promise) {
		if (breaks.promised().contains(promise)) {
			return "yes";
		}
		Scenario scenario = breaks.scenario(promise).orElse(null);
		if (scenario == null) {
			this.failures.add(breaks + " does not promise " + promise + ", and no scenario shows it broken");
			return "?";
		}
		LabOutcome outcome = scenario.play(this.seed, Election.find(breaks.algorithm().name(), scenario.variant()));
		if (outcome.failure() != null) {
			this.failures.add(breaks + ", " + scenario + ", seed " + this.seed + ": " + outcome.failure());
			return "?";
		}
		return "broken (" + this.numbers.computeIfAbsent(scenario.name(), (name) -> this.numbers.size() + 1) + ")";
	}

}
