package io.github.leaderelection.simulator.lab;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lab.exercise.Exercise;
import io.github.leaderelection.simulator.lab.exercise.Exercises;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.variant.Election;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param list whether the scenarios are to be listed
 * @param promises whether it is shown which promises are broken by whom
 * @param exercises names of exercises that are run, or all
 * @param changes settings that differ from those of the files
 * @param pictures the directory for the pictures, null for none
 */
record LabOptions(boolean list, boolean compare, boolean promises, List<String> exercises, String algorithm,
		List<String> scenarios, Map<String, String> changes, int seeds, long from, long drawn, int threads,
		@Nullable String pictures) {

	static final String USAGE = """
			lab --scenario S [--algorithm A] [--nodes N] [--seeds N]   measures a scenario and draws one seed
			    --scenario leader-crash,my/own.lab                     several, or all; a path is a file
			    --set lease=2s                                         changes a setting of the scenario
			    --from S --threads T                                   first seed; seeds at once
			    --seed S --pictures DIR                                the seed that is drawn, and where; or none
			lab --list                                                 names the scenarios
			lab --exercise bully-p7                                    runs an exercise, or several, or all, and tells it
			lab --promises                                             who makes which promise, and how the others break
			lab --compare [--algorithm A,B] [--seeds N]                all elections side by side, as Markdown; draws them
			""";

	private static final Set<String> FLAGS = Set.of("--list", "--compare", "--promises");

	private static final int DEFAULT_SEEDS = 1000;

	private static final int COMPARED_SEEDS = 100;

	static LabOptions parse(List<String> args) {
		Map<String, String> values = new LinkedHashMap<>();
		Map<String, String> changes = new LinkedHashMap<>();
		Set<String> flags = new HashSet<>();
		for (int i = 0; i < args.size(); i++) {
			String option = args.get(i);
			if (FLAGS.contains(option)) {
				flags.add(option);
				continue;
			}
			if (i + 1 == args.size()) {
				throw new IllegalArgumentException("'" + option + "' has no value: give it one\n" + USAGE);
			}
			String value = args.get(++i);
			switch (option) {
				case "--set" -> change(changes, value);
				case "--nodes" -> changes.put("nodes", value);
				case "--scenario", "--algorithm", "--seeds", "--from", "--seed", "--threads", "--pictures",
						"--exercise" ->
					values.put(option, value);
				default -> throw new IllegalArgumentException("There is no option '" + option + "'. Use\n" + USAGE);
			}
		}
		if (flags.isEmpty() && !values.containsKey("--scenario") && !values.containsKey("--exercise")) {
			throw new IllegalArgumentException("Which scenario? Use\n" + USAGE);
		}
		return of(flags, values, changes);
	}

	private static LabOptions of(Set<String> flags, Map<String, String> values, Map<String, String> changes) {
		boolean compare = flags.contains("--compare");
		long from = number("--from", values, 1, Long.MIN_VALUE);
		int processors = Runtime.getRuntime().availableProcessors();
		String pictures = values.getOrDefault("--pictures", "lab-pictures");
		return new LabOptions(flags.contains("--list"), compare, flags.contains("--promises"),
				names(values.getOrDefault("--exercise", ""), Exercises.all().stream().map(Exercise::name).toList()),
				values.getOrDefault("--algorithm", compare ? String.join(",", Election.names()) : Algorithm.DEFAULT),
				names(values.getOrDefault("--scenario", ""), Catalogue.names()), changes,
				(int) number("--seeds", values, compare ? COMPARED_SEEDS : DEFAULT_SEEDS, 1), from,
				number("--seed", values, from, Long.MIN_VALUE), (int) number("--threads", values, processors, 1),
				pictures.equals("none") ? null : pictures);
	}

	private static List<String> names(String value, List<String> all) {
		return value.isEmpty() ? List.of() : value.equals("all") ? all : List.of(value.split(","));
	}

	private static void change(Map<String, String> changes, String value) {
		List<String> parts = new ArrayList<>(List.of(value.split("=", 2)));
		if (parts.size() < 2) {
			throw new IllegalArgumentException("'--set " + value + "' sets nothing: write --set name=value");
		}
		changes.put(parts.get(0).strip(), parts.get(1).strip());
	}

	private static long number(String option, Map<String, String> values, long otherwise, long least) {
		String value = values.get(option);
		if (value == null) {
			return otherwise;
		}
		try {
			long number = Long.parseLong(value);
			if (number >= least && (least == Long.MIN_VALUE || number <= Integer.MAX_VALUE)) {
				return number;
			}
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException(option + " " + value + ": write a whole number", ex);
		}
		throw new IllegalArgumentException(
				option + " " + value + " is out of range: write " + least + " to " + Integer.MAX_VALUE);
	}

}
