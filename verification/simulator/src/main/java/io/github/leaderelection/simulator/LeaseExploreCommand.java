package io.github.leaderelection.simulator;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseFault;
import io.github.leaderelection.simulator.explorer.lease.LeaseFindings;
import io.github.leaderelection.simulator.explorer.lease.LeaseSearch;

/**
 * The command {@code explore --algorithm lease}: searches all that can happen to
 * instances that lead by a lease in a store.
 */
final class LeaseExploreCommand {

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private static final Set<String> NAMES = Set.of("--algorithm", "--rates", "--leases", "--ids", "--ticks",
			"--faults", "--states", "--depth", "--seconds", "--threads");

	private static final String ALL_IDS = "abcde";

	private final Options options;

	private LeaseExploreCommand(List<String> arguments) {
		this.options = Options.read(arguments, NAMES);
	}

	static boolean isMeant(List<String> arguments) {
		int algorithm = arguments.indexOf("--algorithm");
		return algorithm >= 0 && algorithm + 1 < arguments.size()
				&& arguments.get(algorithm + 1).equals(Algorithm.LEASE);
	}

	/**
	 * Searches, and prints what was found.
	 * @return 1 if a promise is broken, 2 if an option is wrong
	 */
	static int execute(List<String> arguments) {
		LeaseSearch search;
		try {
			search = new LeaseExploreCommand(arguments).search();
		}
		catch (IllegalArgumentException ex) {
			System.out.println(ex.getMessage());
			return 2;
		}
		LeaseFindings findings = search.run();
		System.out.print(findings);
		return (findings.broken() != null) ? 1 : 0;
	}

	private LeaseSearch search() {
		String rates = this.options.text("--rates", "ttt");
		int nodes = Math.min(rates.length(), ALL_IDS.length());
		LeaseBounds bounds = new LeaseBounds(rates, this.options.text("--leases", "l".repeat(nodes)),
				this.options.text("--ids", ALL_IDS.substring(0, nodes)), (int) this.options.number("--ticks", 3),
				faults(), this.options.number("--states", Long.MAX_VALUE),
				(int) this.options.number("--depth", Integer.MAX_VALUE));
		return new LeaseSearch(bounds, this.options.threads(), System::nanoTime,
				this.options.number("--seconds", 60) * NANOS_PER_SECOND);
	}

	private Set<LeaseFault> faults() {
		Set<LeaseFault> faults = EnumSet.noneOf(LeaseFault.class);
		String named = this.options.text("--faults", "");
		for (String name : named.isEmpty() ? new String[0] : named.split(",")) {
			faults.add(Arrays.stream(LeaseFault.values())
				.filter((fault) -> fault.name().toLowerCase(Locale.ROOT).equals(name))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException(
						"There is no fault '" + name + "': use " + Arrays.toString(LeaseFault.values()))));
		}
		return faults;
	}

}
