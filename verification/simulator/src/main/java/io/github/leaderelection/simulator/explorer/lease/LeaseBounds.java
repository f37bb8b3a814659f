package io.github.leaderelection.simulator.explorer.lease;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a search is limited to. How often a lease is taken, how often requests are lost,
 * late or doubled, and how often the faults strike is not: each state is seen however
 * often that happens before it.
 *
 * @param rates the rate of each instance's clock: {@code s}low, {@code t}rue or
 * {@code f}ast, one letter for each instance
 * @param leases the lease of each instance: {@code l}ong or {@code s}hort
 * @param ids the id of each instance: those with the same letter have the same
 * @param ticks how many ticks of true time the shortest long lease lasts
 * @param faults what may happen beside requests, answers, timers and time
 * @param maxStates after how many states to give up
 * @param maxDepth how many events in a row at most
 */
public record LeaseBounds(String rates, String leases, String ids, int ticks, Set<LeaseFault> faults, long maxStates,
		int maxDepth) {

	private static final int MAX_NODES = 5;

	private static final int MAX_TICKS = 12;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if one is not kept; the message names the value
	 * and the remedy
	 */
	public LeaseBounds {
		faults = Set.copyOf(faults);
		int nodes = rates.length();
		if (!rates.matches("[stf]{1," + MAX_NODES + "}")) {
			throw new IllegalArgumentException("The rates '" + rates
					+ "' do not name one of s, t and f for each of 1 to " + MAX_NODES + " instances: write 'ttt', say");
		}
		if (!leases.matches("[ls]{" + nodes + "}")) {
			throw new IllegalArgumentException("The leases '" + leases + "' do not name one of l and s for each of "
					+ nodes + " instances: write '" + "l".repeat(nodes) + "', say");
		}
		if (!ids.matches("[a-e]{" + nodes + "}")) {
			throw new IllegalArgumentException("The ids '" + ids + "' do not name one of a to e for each of " + nodes
					+ " instances: write '" + "abcde".substring(0, nodes) + "', say");
		}
		if (ticks < 2 || ticks > MAX_TICKS) {
			throw new IllegalArgumentException(
					"A lease of " + ticks + " ticks is not between 2 and " + MAX_TICKS + " ticks");
		}
	}

	/** How many instances there are. */
	int nodes() {
		return this.rates.length();
	}

	@Override
	public String toString() {
		return this.faults.stream()
			.sorted()
			.map((fault) -> ", " + fault.name().toLowerCase(Locale.ROOT))
			.collect(Collectors.joining("",
					"lease, %d instances with ids %s, clocks %s, leases %s of %d ticks, with any number of takes, losses, delays, duplicates"
						.formatted(nodes(), this.ids, this.rates, this.leases, this.ticks),
					""));
	}

}
