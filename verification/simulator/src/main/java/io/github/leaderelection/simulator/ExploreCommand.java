package io.github.leaderelection.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.explorer.Search;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseFault;
import io.github.leaderelection.simulator.options.Options;

/**
 * The command {@code explore}: searches all that can happen to a small cluster, or to
 * instances that lead by a lease in a store.
 */
final class ExploreCommand {

	private static final long NANOS_PER_SECOND = 1_000_000_000L;

	private static final Set<String> NAMES = Set.of("--mode", "--nodes", "--terms", "--crashes", "--losses",
			"--duplicates", "--breaks", "--resigns", "--rates", "--beats", "--states", "--depth", "--seconds",
			"--threads", "--algorithm", "--minimum", "--give-ways", "--hand-overs", "--lost-states", "--leases",
			"--directories", "--opening", "--witnesses", "--learned-ends");

	/** Any number of both is covered, whatever number is asked for. */
	private static final Set<String> COVERED = Set.of("--losses", "--duplicates");

	private static final Set<String> LEASE_NAMES = Set.of("--algorithm", "--rates", "--leases", "--ids", "--ticks",
			"--faults", "--states", "--depth", "--seconds", "--threads");

	private static final String ALL_IDS = "abcde";

	private final Options options;

	private ExploreCommand(Options options) {
		this.options = options;
	}

	/**
	 * Searches, and prints what was found.
	 * @return 1 if a promise is broken, 2 if an option is wrong
	 */
	static int execute(List<String> arguments) {
		Search search;
		try {
			boolean lease = Options.isOfLease(arguments);
			search = new ExploreCommand(Options.read(arguments, lease ? LEASE_NAMES : NAMES)).search(lease);
		}
		catch (IllegalArgumentException ex) {
			System.out.println(ex.getMessage());
			return 2;
		}
		SearchResult findings = search.run();
		System.out.print(findings);
		return (findings.broken() != null) ? 1 : 0;
	}

	private Search search(boolean lease) {
		int threads = this.options.threads();
		long nanos = this.options.number("--seconds", 60) * NANOS_PER_SECOND;
		if (lease) {
			return new Search(leaseBounds(), threads, System::nanoTime, nanos);
		}
		String algorithm = this.options.text("--algorithm", Algorithm.DEFAULT);
		AnyNomination nomination = new AnyNomination(algorithm, (int) this.options.number("--minimum", 0),
				(int) this.options.number("--give-ways", 0), (int) this.options.number("--hand-overs", 0));
		return new Search(bounds(), nomination, threads, System::nanoTime, nanos);
	}

	private LeaseBounds leaseBounds() {
		String rates = this.options.text("--rates", "ttt");
		int nodes = Math.min(rates.length(), ALL_IDS.length());
		String named = this.options.text("--faults", "");
		Set<LeaseFault> faults = Stream.of(named.isEmpty() ? new String[0] : named.split(","))
			.map((name) -> named(name, "fault", LeaseFault.values()))
			.collect(Collectors.toSet());
		return new LeaseBounds(rates, this.options.text("--leases", "l".repeat(nodes)),
				this.options.text("--ids", ALL_IDS.substring(0, nodes)), (int) this.options.number("--ticks", 3),
				faults, this.options.number("--states", Long.MAX_VALUE),
				(int) this.options.number("--depth", Integer.MAX_VALUE));
	}

	private Bounds bounds() {
		COVERED.forEach((name) -> this.options.number(name, 0));
		int nodes = (int) this.options.number("--nodes", 3);
		Mode mode = named(this.options.text("--mode", "timeless"), "mode", Mode.values());
		return new Bounds(mode, nodes, (int) this.options.number("--terms", 2),
				(int) this.options.number("--crashes", 1), (int) this.options.number("--breaks", 0),
				(int) this.options.number("--resigns", 0),
				this.options.text("--rates", "s" + "f".repeat(Math.max(0, nodes - 1))),
				(int) this.options.number("--beats", 7), this.options.number("--states", Long.MAX_VALUE),
				(int) this.options.number("--depth", Integer.MAX_VALUE))
			.withLost((int) this.options.number("--lost-states", 0))
			.withLeases(this.options.text("--leases", "l".repeat(Math.max(0, nodes))),
					this.options.number("--directories", 1) > 0)
			.withOpening(this.options.text("--opening", ""))
			.withWitnesses((int) this.options.number("--witnesses", 0))
			.withLearnedEnds((int) this.options.number("--learned-ends", 0));
	}

	private static <T extends Enum<T>> T named(String name, String what, T[] all) {
		return Stream.of(all)
			.filter((each) -> each.name().toLowerCase(Locale.ROOT).equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"There is no " + what + " '" + name + "': use one of " + Arrays.toString(all)));
	}

}
