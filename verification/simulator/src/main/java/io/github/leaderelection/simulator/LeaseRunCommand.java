package io.github.leaderelection.simulator;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

	private static final double NANOS_PER_SECOND = 1e9;

	private final Consumer<String> out;

	LeaseRunCommand(Consumer<String> out) {
		this.out = out;
	}

	static boolean isMeant(String... args) {
		return args.length > 0 && (args[0].equals("run") || args[0].equals(REPLAY))
				&& Algorithm.LEASE.equals(option("--algorithm", "", args));
	}

	private static String option(String name, String otherwise, String... args) {
		int at = List.of(args).indexOf(name);
		return (at > 0 && at + 1 < args.length) ? args[at + 1] : otherwise;
	}

	/**
	 * Runs seeds, or tells of one.
	 * @param args the command and its options
	 * @return 1 if a promise is broken
	 */
	int execute(String... args) {
		if (args[0].equals(REPLAY)) {
			LeaseOutcome outcome = LeaseRun.of(Long.parseLong(option("--seed", "1", args)), this.out);
			this.out.accept((outcome.broken() != null) ? outcome.broken() : "no promise broken");
			return (outcome.broken() != null) ? 1 : 0;
		}
		long from = Long.parseLong(option("--from", "1", args));
		long seeds = Long.parseLong(option("--seeds", "1", args));
		Map<StoreFault, Long> faults = new EnumMap<>(StoreFault.class);
		int threads = Integer
			.parseInt(option("--threads", String.valueOf(Runtime.getRuntime().availableProcessors()), args));
		Sums sums = new Sums();
		Seeds.run(from, seeds, threads, LeaseRun::of, (outcome) -> {
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
