package io.github.leaderelection.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.simulator.explorer.Search;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentBounds;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentVariation;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseFault;
import io.github.leaderelection.simulator.options.Options;

/**
 * The command {@code explore}: searches all that can happen to a small cluster, to
 * instances that lead by a lease in a store, or to workers and their partitions.
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

	private static final Set<String> ASSIGNMENT_NAMES = Set.of("--partitions", "--workers", "--ticks", "--lease",
			"--pings", "--takebacks", "--restarts", "--ends", "--variations", "--states", "--depth", "--seconds",
			"--threads");

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
			search = search(arguments);
		}
		catch (IllegalArgumentException ex) {
			System.out.println(ex.getMessage());
			return 2;
		}
		SearchResult findings = search.run();
		System.out.print(findings);
		return (findings.broken() != null) ? 1 : 0;
	}

	private static Search search(List<String> arguments) {
		if (arguments.contains("--partitions")) {
			ExploreCommand command = new ExploreCommand(Options.read(arguments, ASSIGNMENT_NAMES));
			return new Search(command.assignmentBounds(), command.threads(), System::nanoTime, command.nanos());
		}
		if (Options.isOfLease(arguments)) {
			ExploreCommand command = new ExploreCommand(Options.read(arguments, LEASE_NAMES));
			return new Search(command.leaseBounds(), command.threads(), System::nanoTime, command.nanos());
		}
		return new ExploreCommand(Options.read(arguments, NAMES)).search();
	}

	private int threads() {
		return this.options.threads();
	}

	private long nanos() {
		return this.options.number("--seconds", 60) * NANOS_PER_SECOND;
	}

	private Search search() {
		String algorithm = this.options.text("--algorithm", Algorithm.DEFAULT);
		AnyNomination nomination = new AnyNomination(algorithm, (int) this.options.number("--minimum", 0),
				(int) this.options.number("--give-ways", 0), (int) this.options.number("--hand-overs", 0));
		return new Search(bounds(), nomination, threads(), System::nanoTime, nanos());
	}

	private AssignmentBounds assignmentBounds() {
		return new AssignmentBounds((int) this.options.number("--workers", 2),
				(int) this.options.number("--partitions", 1), (int) this.options.number("--ticks", 3),
				(int) this.options.number("--lease", 2), (int) this.options.number("--pings", 1),
				(int) this.options.number("--takebacks", 1), (int) this.options.number("--restarts", 0),
				(int) this.options.number("--ends", 0), all("--variations", "variation", AssignmentVariation.values()),
				this.options.number("--states", Long.MAX_VALUE),
				(int) this.options.number("--depth", Integer.MAX_VALUE));
	}

	private LeaseBounds leaseBounds() {
		String rates = this.options.text("--rates", "ttt");
		int nodes = Math.min(rates.length(), ALL_IDS.length());
		return new LeaseBounds(rates, this.options.text("--leases", "l".repeat(nodes)),
				this.options.text("--ids", ALL_IDS.substring(0, nodes)), (int) this.options.number("--ticks", 3),
				all("--faults", "fault", LeaseFault.values()), this.options.number("--states", Long.MAX_VALUE),
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

	private <T extends Enum<T>> Set<T> all(String option, String what, T[] all) {
		String names = this.options.text(option, "");
		return Stream.of(names.isEmpty() ? new String[0] : names.split(","))
			.map((name) -> named(name, what, all))
			.collect(Collectors.toSet());
	}

	private static <T extends Enum<T>> T named(String name, String what, T[] all) {
		return Stream.of(all)
			.filter((each) -> each.name().toLowerCase(Locale.ROOT).equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException(
					"There is no " + what + " '" + name + "': use one of " + Arrays.toString(all)));
	}

}
