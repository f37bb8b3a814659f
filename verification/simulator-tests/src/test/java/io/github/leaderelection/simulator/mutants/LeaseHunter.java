package io.github.leaderelection.simulator.mutants;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.simulator.explorer.Search;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseFault;
import io.github.leaderelection.simulator.fault.plan.Result;
import io.github.leaderelection.simulator.invariant.Violation;
import io.github.leaderelection.simulator.lease.LeaseRun;
import io.github.leaderelection.simulator.lease.StoreScenarios;
import org.jspecify.annotations.Nullable;

/**
 * Searches all that can happen to instances that lead by a lease, and runs them at
 * random, with the classes of the class loader it was loaded by. Public, for the class
 * that makes it is of another class loader.
 */
public final class LeaseHunter implements Hunter {

	/** What the name of a search begins with. */
	static final String SEARCH = "search ";

	private static final String ALL_IDS = "abcde";

	private static final int TICKS = 2;

	/** How many seeds of a directed scenario are played. */
	private static final int DIRECTED = 5;

	private static final int MOST_STATES = 500_000;

	private static final double NANOS_PER_SECOND = 1e9;

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private long nanos;

	/**
	 * A hunter.
	 * @param algorithm the name of the election, which is known
	 */
	public LeaseHunter(String algorithm) {
	}

	/**
	 * Searches, or plays a directed scenario.
	 * @param scenario its name, or {@code search} and the rates of the clocks; after them
	 * perhaps faults, {@code ids=aa} and {@code leases=ls}, all separated by blanks
	 * @return what was found
	 */
	@Override
	public @Nullable Catch play(String scenario) {
		if (!scenario.startsWith(SEARCH)) {
			return directed(scenario);
		}
		String[] parts = scenario.substring(SEARCH.length()).split(" ");
		int nodes = parts[0].length();
		Set<LeaseFault> faults = EnumSet.noneOf(LeaseFault.class);
		Stream.of(parts)
			.skip(1)
			.filter((part) -> !part.contains("="))
			.forEach((part) -> faults.add(LeaseFault.valueOf(part.toUpperCase(Locale.ROOT))));
		LeaseBounds bounds = new LeaseBounds(parts[0], ExplorerHunter.option(scenario, "leases", "l".repeat(nodes)),
				ExplorerHunter.option(scenario, "ids", ALL_IDS.substring(0, nodes)), TICKS, faults, MOST_STATES,
				Integer.MAX_VALUE);
		SearchResult findings = new Search(bounds, 1, System::nanoTime, FOR_EVER).run();
		String broken = findings.broken();
		return (broken != null) ? new Catch(scenario, promise(broken), String.join("\n", findings.trace())) : null;
	}

	private static @Nullable Catch directed(String scenario) {
		for (long seed = 1; seed <= DIRECTED; seed++) {
			String broken = StoreScenarios.play(scenario, seed);
			if (broken != null) {
				return new Catch(scenario, broken.startsWith("expected") ? broken : promise(broken), broken);
			}
		}
		return null;
	}

	private static String promise(String broken) {
		int colon = broken.indexOf(':');
		return (colon > 0) ? broken.substring(0, colon) : broken;
	}

	@Override
	public @Nullable Catch play(long seed) {
		Result outcome = LeaseRun.of(seed);
		Violation broken = outcome.violation();
		this.nanos += outcome.nanos();
		return (broken != null) ? new Catch("seed " + seed, broken.rule(), broken.toString()) : null;
	}

	@Override
	public double clusterSeconds() {
		return this.nanos / NANOS_PER_SECOND;
	}

}
