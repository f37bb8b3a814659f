package io.github.leaderelection.simulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.branches.BranchRun;
import io.github.leaderelection.simulator.fault.Result;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.lab.LabCommand;
import io.github.leaderelection.simulator.replay.ReplayCommand;

/**
 * The command line: {@code run} runs many seeds on all cores, {@code replay} shows one.
 */
public final class SimulatorMain {

	private static final long NANOS_PER_MINUTE = 60_000_000_000L;

	/** With 1 behind it a run fails if a kind of fault never struck. */
	static final String ALL_FAULTS = "--all-faults";

	private static final String USAGE = """
			run --seeds N [--from S] [--minutes M] [--threads T] [--algorithm A]
			                                                        runs seeds; ends with 1 if a promise is broken
			    --branches FILE                                     counts the election's branches, too: ends with 1
			                                                        if one is never taken and no reason says why, or
			                                                        if a kind of fault never strikes
			run --algorithm lease --seeds N [--from S]              the same with a store that fails; likewise replay
			replay --seed S [--minutes M] [--algorithm A]           prints the trace of a seed
			oracle --seeds N [--from S] [--minutes M] [--threads T] [--algorithm A]
			                                                        digests what each seed does, to compare two builds
			replay-trace --file F [--from N] [--to N]               replays what a node recorded; ends with 1 if it differs
			lab --scenario S [--nodes N] [--seeds N]                measures a scenario and draws a seed of it
			lab --exercise E                                        tells an exercise message by message, or all
			lab --promises | lab --compare                          tables of all elections
			lab --algorithm lease [--scenario S] [--seeds N]        the same for instances that lead by a lease
			lab --list                                              names the scenarios and the exercises
			explore [--mode timeless|clocked] [--nodes N] [--terms T] [--crashes C] [--breaks B] [--resigns R]
			    [--losses N] [--duplicates N] [--rates sff] [--beats H] [--states N] [--depth D] [--seconds S]
			    [--lost-states N] [--leases lls] [--directories 0|1] [--opening NAME] [--witnesses N]
			    [--learned-ends N]
			    [--algorithm A] [--minimum M] [--give-ways N] [--hand-overs N]
			    [--threads T]                                       searches all that can happen; ends with 1 likewise
			explore --algorithm lease [--rates ttt] [--leases lls] [--ids abb] [--ticks N] [--faults crashes,resigns]
			    [--states N] [--depth D] [--seconds S] [--threads T]
			                                                        the same for instances that lead by a lease
			""";

	private SimulatorMain() {
	}

	/**
	 * Runs a command.
	 * @param args the command and its options
	 */
	public static void main(String[] args) {
		System.exit(execute(args));
	}

	static int execute(String... args) {
		List<String> options = List.of(args).subList(Math.min(1, args.length), args.length);
		if (LeaseRunCommand.isMeant(args)) {
			return new LeaseRunCommand(System.out::println).execute(args);
		}
		return switch ((args.length > 0) ? args[0] : "") {
			case "replay-trace" -> new ReplayCommand(System.out::println).execute(options);
			case "lab" -> LeaseLabCommand.isMeant(options) ? LeaseLabCommand.execute(options, System.out::println)
					: new LabCommand(System.out, System.err).execute(options);
			case "oracle" -> new OracleCommand(System.out::println).execute(options);
			case "explore" -> ExploreCommand.execute(options);
			default -> runOrReplay(args);
		};
	}

	private static int runOrReplay(String... args) {
		int branches = List.of(args).indexOf("--branches");
		if (branches > 0 && branches + 1 < args.length) {
			List<String> others = new ArrayList<>(List.of(args));
			others.subList(branches, branches + 2).clear();
			return new BranchRun(CountedRuns.class, System.out::println).run(others.toArray(String[]::new),
					Path.of(args[branches + 1]));
		}
		Map<String, Long> options = new HashMap<>();
		Algorithm algorithm = Algorithm.named(Algorithm.DEFAULT);
		for (int i = 1; i + 1 < args.length; i += 2) {
			if (args[i].equals("--algorithm")) {
				algorithm = Algorithm.named(args[i + 1]);
			}
			else {
				options.put(args[i], Long.parseLong(args[i + 1]));
			}
		}
		String command = (args.length > 0) ? args[0] : "";
		if (command.equals("run") && options.containsKey("--seeds")) {
			return run(algorithm, options);
		}
		if (command.equals("replay") && options.containsKey("--seed")) {
			Result result = Simulator.replay(algorithm, options.getOrDefault("--seed", 1L), nanos(options),
					System.out::println);
			System.out.println((result.violation() != null) ? result.violation() : "no promise broken");
			return (result.violation() != null) ? 1 : 0;
		}
		System.out.print(USAGE);
		return 2;
	}

	private static long nanos(Map<String, Long> options) {
		return options.getOrDefault("--minutes", 2L) * NANOS_PER_MINUTE;
	}

	private static int run(Algorithm algorithm, Map<String, Long> options) {
		int threads = options.getOrDefault("--threads", (long) Runtime.getRuntime().availableProcessors()).intValue();
		long began = System.nanoTime();
		Summary summary = Summary.of(algorithm, options.getOrDefault("--from", 1L), options.getOrDefault("--seeds", 1L),
				nanos(options), threads, (violation) -> {
					System.out.println(violation);
					System.out.println("    replay --algorithm " + algorithm.name() + " --seed " + violation.seed());
				});
		double seconds = (System.nanoTime() - began) / 1e9;
		for (FaultKind kind : FaultKind.values()) {
			System.out.printf(Locale.ROOT, "%12d  %s%n", summary.faults(kind), kind);
		}
		System.out.println(summary.text(seconds));
		boolean complete = !options.containsKey(ALL_FAULTS) || isComplete(summary);
		return (summary.violations().isEmpty() && complete) ? 0 : 1;
	}

	private static boolean isComplete(Summary summary) {
		List<FaultKind> missing = Stream.of(FaultKind.values()).filter((kind) -> summary.faults(kind) == 0).toList();
		missing.forEach((kind) -> System.out.println("never struck: " + kind));
		return missing.isEmpty();
	}

}
