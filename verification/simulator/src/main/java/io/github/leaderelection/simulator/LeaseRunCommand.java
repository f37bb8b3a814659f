package io.github.leaderelection.simulator;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.lease.LeaseOutcome;
import io.github.leaderelection.simulator.lease.LeaseRun;
import io.github.leaderelection.simulator.lease.StoreFault;
import io.github.leaderelection.simulator.time.Seeds;

/**
 * The commands {@code run --algorithm lease} and {@code replay --algorithm lease}: seeds
 * of instances that lead by a lease in a store that fails.
 */
final class LeaseRunCommand {

	private static final String REPLAY = "replay";

	private static final Set<String> RUN_OPTIONS = Set.of("--algorithm", "--seeds", "--from", "--threads");

	private static final Set<String> REPLAY_OPTIONS = Set.of("--algorithm", "--seed");

	private static final double NANOS_PER_SECOND = 1e9;

	private final Consumer<String> out;

	LeaseRunCommand(Consumer<String> out) {
		this.out = out;
	}

	static boolean isMeant(String... args) {
		int algorithm = List.of(args).indexOf("--algorithm");
		return args.length > 0 && (args[0].equals("run") || args[0].equals(REPLAY)) && algorithm > 0
				&& algorithm + 1 < args.length && args[algorithm + 1].equals(Algorithm.LEASE);
	}

	/**
	 * Runs seeds, or tells of one.
	 * @return 1 if a promise is broken, 2 if an option is wrong
	 */
	int execute(String... args) {
		List<String> arguments = List.of(args).subList(1, args.length);
		try {
			return args[0].equals(REPLAY) ? replay(Options.read(arguments, REPLAY_OPTIONS))
					: run(Options.read(arguments, RUN_OPTIONS));
		}
		catch (IllegalArgumentException ex) {
			this.out.accept(String.valueOf(ex.getMessage()));
			return 2;
		}
	}

	private int replay(Options options) {
		LeaseOutcome outcome = LeaseRun.of(options.number("--seed", 1), this.out);
		this.out.accept((outcome.broken() != null) ? outcome.broken() : "no promise broken");
		return (outcome.broken() != null) ? 1 : 0;
	}

	private int run(Options options) {
		long seeds = options.number("--seeds", 1);
		Map<StoreFault, Long> faults = new EnumMap<>(StoreFault.class);
		Sums sums = new Sums();
		Seeds.run(options.number("--from", 1), seeds, options.threads(), LeaseRun::of, (outcome) -> {
			outcome.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
			sums.add(outcome);
			if (outcome.broken() != null) {
				this.out.accept("seed " + outcome.seed() + ", " + outcome.broken());
				this.out.accept("    replay --algorithm lease --seed " + outcome.seed());
			}
		});
		for (StoreFault fault : StoreFault.values()) {
			this.out.accept(String.format(Locale.ROOT, "%12d  %s", faults.getOrDefault(fault, 0L), fault));
		}
		this.out.accept(String.format(Locale.ROOT,
				"%d seeds, %.0f instance-seconds, %d grants, %d runs in which the store forgot and two led, %d violations",
				seeds, sums.nanos / NANOS_PER_SECOND, sums.grants, sums.excused, sums.broken));
		return (sums.broken > 0) ? 1 : 0;
	}

	/**
	 * What came of all seeds.
	 */
	private static final class Sums {

		private double nanos;

		private long grants;

		private long excused;

		private long broken;

		void add(LeaseOutcome outcome) {
			this.nanos += (double) outcome.nanos() * outcome.instances();
			this.grants += outcome.grants();
			this.excused += (outcome.mostLeaders() > 1) ? 1 : 0;
			this.broken += (outcome.broken() != null) ? 1 : 0;
		}

	}

}
