package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongFunction;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.assignment.AssignmentCount;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.lab.LabCommand;
import io.github.leaderelection.simulator.lease.StoreFault;
import io.github.leaderelection.simulator.options.Options;
import io.github.leaderelection.simulator.replay.ReplayCommand;

/**
 * The command line: {@code run} runs many seeds on all cores, {@code replay} shows one.
 */
public final class SimulatorMain {

	private static final long NANOS_PER_MINUTE = 60_000_000_000L;

	/** With 1 behind it a run fails if a kind of fault never struck. */
	private static final String ALL_FAULTS = "--all-faults";

	/** With 1 behind it the nodes of a run have assignments. */
	private static final String ASSIGNMENTS = "--assignments";

	private static final Set<String> RUN_OPTIONS = Set.of("--seeds", "--from", "--minutes", "--threads", "--algorithm",
			ALL_FAULTS, ASSIGNMENTS);

	private static final Set<String> REPLAY_OPTIONS = Set.of("--seed", "--minutes", "--algorithm", ASSIGNMENTS);

	private static final String USAGE = """
			run --seeds N [--from S] [--minutes M] [--threads T] [--algorithm A]
			                                                        runs seeds; ends with 1 if a promise is broken
			    --all-faults 1                                      ends with 1 if a kind of fault never strikes, too
			    --assignments 1                                     with assignments: quorum and lease
			replay --seed S [--minutes M] [--algorithm A] [--assignments 1]
			                                                        prints the trace of a seed
			oracle --seeds N [--from S] [--minutes M] [--threads T] [--algorithm A]
			                                                        digests what each seed does, to compare two builds
			replay-trace --file F [--from N] [--to N] [--algorithm A]
			                                                        replays what a node recorded; ends with 1 if it differs
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

	/** Runs a command. */
	public static void main(String[] args) {
		System.exit(execute(args));
	}

	static int execute(String... args) {
		List<String> options = List.of(args).subList(Math.min(1, args.length), args.length);
		return switch ((args.length > 0) ? args[0] : "") {
			case "replay-trace" -> new ReplayCommand(System.out::println).execute(options);
			case "lab" -> Options.isOfLease(options) ? LeaseLabCommand.execute(options, System.out::println)
					: new LabCommand(System.out, System.err).execute(options);
			case "oracle" -> new OracleCommand(System.out::println).execute(options);
			case "explore" -> ExploreCommand.execute(options);
			default -> runOrReplay(args);
		};
	}

	private static int runOrReplay(String... args) {
		String command = (args.length > 0) ? args[0] : "";
		List<String> arguments = List.of(args).subList(Math.min(1, args.length), args.length);
		try {
			if (command.equals("run")) {
				Options options = Options.read(arguments, RUN_OPTIONS);
				if (options.has("--seeds")) {
					return run(options);
				}
			}
			if (command.equals("replay")) {
				Options options = Options.read(arguments, REPLAY_OPTIONS);
				if (options.has("--seed")) {
					return replay(options);
				}
			}
		}
		catch (IllegalArgumentException ex) {
			System.out.println(ex.getMessage());
			return 2;
		}
		System.out.print(USAGE);
		return 2;
	}

	private static int replay(Options options) {
		long seed = options.number("--seed", 1);
		Result result = options.has(ASSIGNMENTS)
				? Simulator.replayAssigned(algorithm(options), seed, nanos(options), System.out::println)
				: Simulator.replay(algorithm(options), seed, nanos(options), System.out::println);
		System.out.println((result.violation() != null) ? result.violation() : "no promise broken");
		return (result.violation() != null) ? 1 : 0;
	}

	private static boolean isOfLease(Options options) {
		return options.text("--algorithm", "").equals(Algorithm.LEASE);
	}

	private static Algorithm algorithm(Options options) {
		return Algorithm.named(options.text("--algorithm", Algorithm.DEFAULT));
	}

	private static long nanos(Options options) {
		if (isOfLease(options) && options.has("--minutes")) {
			throw new IllegalArgumentException("A run by a lease is as long as its faults take: leave --minutes out");
		}
		return options.number("--minutes", 2) * NANOS_PER_MINUTE;
	}

	private static int run(Options options) {
		Algorithm algorithm = algorithm(options);
		long began = System.nanoTime();
		long nanos = nanos(options);
		boolean assigned = options.has(ASSIGNMENTS);
		LongFunction<Result> each = assigned ? (seed) -> Simulator.runAssigned(algorithm, seed, nanos)
				: (seed) -> Simulator.runSeed(algorithm, seed, nanos);
		Summary summary = Summary.of(each, options.number("--from", 1), options.number("--seeds", 1), options.threads(),
				(violation) -> {
					System.out.println(violation);
					System.out.println("    replay --algorithm " + algorithm.name() + " --seed " + violation.seed()
							+ (assigned ? " " + ASSIGNMENTS + " 1" : ""));
				});
		double seconds = (System.nanoTime() - began) / 1e9;
		List<Enum<?>> kinds = new ArrayList<>(List.of(isOfLease(options) ? StoreFault.values() : FaultKind.values()));
		if (assigned) {
			kinds.addAll(List.of(AssignmentCount.values()));
		}
		for (Enum<?> kind : kinds) {
			System.out.printf(Locale.ROOT, "%12d  %s%n", summary.faults(kind), kind);
		}
		System.out.println(summary.text(seconds));
		boolean complete = !options.has(ALL_FAULTS) || isComplete(summary, kinds);
		return (summary.violations().isEmpty() && complete) ? 0 : 1;
	}

	private static boolean isComplete(Summary summary, List<Enum<?>> kinds) {
		List<Enum<?>> missing = kinds.stream().filter((kind) -> summary.faults(kind) == 0).toList();
		missing.forEach((kind) -> System.out.println("never struck: " + kind));
		return missing.isEmpty();
	}

}
