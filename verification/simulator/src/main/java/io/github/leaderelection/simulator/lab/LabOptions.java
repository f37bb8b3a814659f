package io.github.leaderelection.simulator.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lab.exercise.Exercise;
import io.github.leaderelection.simulator.lab.exercise.Exercises;
import io.github.leaderelection.simulator.lab.script.Catalogue;
import io.github.leaderelection.simulator.lab.variant.Election;
import io.github.leaderelection.simulator.options.Options;
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

	private static final Set<String> NAMES = Set.of("--set", "--nodes", "--scenario", "--algorithm", "--seeds",
			"--from", "--seed", "--threads", "--pictures", "--exercise");

	private static final int DEFAULT_SEEDS = 1000;

	private static final int COMPARED_SEEDS = 100;

	/**
	 * Reads options.
	 * @throws IllegalArgumentException if one is wrong
	 */
	static LabOptions parse(List<String> args) {
		List<String> pairs = new ArrayList<>(args);
		pairs.removeAll(FLAGS);
		Options options = Options.read(pairs, NAMES);
		if (pairs.size() == args.size() && !options.has("--scenario") && !options.has("--exercise")) {
			throw new IllegalArgumentException("Which scenario? Use\n" + USAGE);
		}
		Map<String, String> changes = new LinkedHashMap<>();
		for (int i = 0; i < pairs.size(); i += 2) {
			if (pairs.get(i).equals("--set")) {
				change(changes, pairs.get(i + 1));
			}
			else if (pairs.get(i).equals("--nodes")) {
				changes.put("nodes", pairs.get(i + 1));
			}
		}
		boolean compare = args.contains("--compare");
		long seeds = options.number("--seeds", compare ? COMPARED_SEEDS : DEFAULT_SEEDS);
		if (seeds < 1 || seeds > Integer.MAX_VALUE) {
			throw new IllegalArgumentException(
					"--seeds " + seeds + " is out of range: write 1 to " + Integer.MAX_VALUE);
		}
		long from = options.number("--from", 1);
		String pictures = options.text("--pictures", "lab-pictures");
		return new LabOptions(args.contains("--list"), compare, args.contains("--promises"),
				names(options.text("--exercise", ""), Exercises.all().stream().map(Exercise::name).toList()),
				options.text("--algorithm", compare ? String.join(",", Election.names()) : Algorithm.DEFAULT),
				names(options.text("--scenario", ""), Catalogue.names()), changes, (int) seeds, from,
				options.number("--seed", from), options.threads(), pictures.equals("none") ? null : pictures);
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

}
