package io.github.leaderelection.simulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.branches.BranchRun;
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
			replay --seed S [--minutes M] [--algorithm A]           prints the trace of a seed
			oracle --seeds N [--from S] [--minutes M] [--threads T] [--algorithm A]
			                                                        digests what each seed does, to compare two builds
			replay-trace --file F [--from N] [--to N]               replays what a node recorded; ends with 1 if it differs
			lab --scenario S [--nodes N] [--seeds N]                measures a scenario and draws a seed of it
			lab --exercise E                                        tells an exercise message by message, or all
			lab --promises | lab --compare                          tables of all elections
			lab --list                                              names the scenarios and the exercises
			explore [--mode timeless|clocked] [--nodes N] [--terms T] [--crashes C] [--breaks B] [--resigns R]
			    [--losses N] [--duplicates N] [--rates sff] [--beats H] [--states N] [--depth D] [--seconds S]
			    [--lost-states N] [--leases lls] [--directories 0|1] [--opening NAME]
			    [--algorithm A] [--minimum M] [--give-ways N] [--hand-overs N]
			    [--threads T]                                       searches all that can happen; ends with 1 likewise
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
		if (args.length > 0 && args[0].equals("replay-trace")) {
			return new ReplayCommand(System.out::println).execute(List.of(args).subList(1, args.length));
		}
		if (args.length > 0 && args[0].equals("lab")) {
			return new LabCommand(System.out, System.err).execute(List.of(args).subList(1, args.length));
		}
		if (args.length > 0 && args[0].equals("oracle")) {
			return new OracleCommand(System.out::println).execute(List.of(args).subList(1, args.length));
		}
		if (args.length > 0 && args[0].equals("explore")) {
			return ExploreCommand.execute(args);
		}
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
		long nanos = options.getOrDefault("--minutes", 2L) * NANOS_PER_MINUTE;
		if (command.equals("run") && options.containsKey("--seeds")) {
			int threads = options.getOrDefault("--threads", (long) Runtime.getRuntime().availableProcessors())
				.intValue();
			Summary summary = run(algorithm, options.getOrDefault("--from", 1L), options.getOrDefault("--seeds", 1L),
					nanos, threads);
			boolean complete = !options.containsKey(ALL_FAULTS) || isComplete(summary);
			return (summary.violations().isEmpty() && complete) ? 0 : 1;
		}
		if (command.equals("replay") && options.containsKey("--seed")) {
			Result result = Simulator.replay(algorithm, options.getOrDefault("--seed", 1L), nanos, System.out::println);
			System.out.println((result.violation() != null) ? result.violation() : "no promise broken");
			return (result.violation() != null) ? 1 : 0;
		}
		System.out.print(USAGE);
		return 2;
	}

	private static boolean isComplete(Summary summary) {
		boolean complete = true;
		for (FaultKind kind : FaultKind.values()) {
			if (summary.faults(kind) == 0) {
				System.out.println("never struck: " + kind);
				complete = false;
			}
		}
		return complete;
	}

	private static Summary run(Algorithm algorithm, long from, long seeds, long nanos, int threads) {
		long began = System.nanoTime();
		SeedRange range = new SeedRange(algorithm, from, seeds, nanos);
		Summary summary = range.run(threads, (violation) -> {
			System.out.println(violation);
			System.out.println("    replay --algorithm " + algorithm.name() + " --seed " + violation.seed());
		});
		double seconds = (System.nanoTime() - began) / 1e9;
		for (FaultKind kind : FaultKind.values()) {
			System.out.printf(Locale.ROOT, "%12d  %s%n", summary.faults(kind), kind);
		}
		System.out.printf(Locale.ROOT,
				"%d seeds, %d cluster-seconds, %d events, %.0f events/s, led %.1f %% of the time, %d grants, "
						+ "%d violations in %.0f s%n",
				summary.seeds(), summary.nanos() / 1_000_000_000, summary.events(), summary.events() / seconds,
				100.0 * summary.ledNanos() / Math.max(1, summary.nanos()), summary.grants(),
				summary.violations().size(), seconds);
		return summary;
	}

}
