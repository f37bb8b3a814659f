package io.github.leaderelection.simulator.explorer;

import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * What a search of an election in two layers is limited to, beside its {@link Bounds}.
 *
 * @param algorithm the nomination's name
 * @param minimum how many members a leader needs, where that can be chosen; 0 for more
 * than half of them
 * @param counts the highest number that any counter of the nomination may reach: rounds,
 * laps, versions, attempts; what would lead beyond is left out
 * @param positions how many positions an application may tell, 1 to 9; it may tell a
 * different one each time, or none
 * @param states how many states of a nomination are looked at with each state of the
 * election below; the search is not exhaustive where there are more
 */
public record NominationBounds(String algorithm, int minimum, int counts, int positions, int states) {

	private static final String MINIMUM = MinimumClusterSize.OPTION;

	private static final int MOST_POSITIONS = 9;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if one is not kept; the message names the value
	 * and the remedy
	 */
	public NominationBounds {
		Algorithm.named(algorithm);
		if (minimum < 0 || counts < 1 || states < 1) {
			throw new IllegalArgumentException("The minimum " + minimum + ", the bound on counters " + counts
					+ " or that on states " + states + " is too small: they are at least 0, 1 and 1");
		}
		if (positions < 1 || positions > MOST_POSITIONS) {
			throw new IllegalArgumentException(
					"The number of positions, " + positions + ", is not between 1 and " + MOST_POSITIONS);
		}
	}

	/**
	 * The settings of a node.
	 * @param plain those without a nomination
	 * @param canChoose whether the nomination lets one choose how many members a leader
	 * needs
	 * @return the settings
	 */
	ElectionSettings settings(ElectionSettings plain, boolean canChoose) {
		if (!canChoose) {
			return plain;
		}
		int least = (this.minimum > 0) ? this.minimum : plain.quorum();
		return plain.withOptions(AlgorithmOptions.of(this.algorithm, Map.of(MINIMUM, Integer.toString(least))));
	}

	/**
	 * Whether a nomination lets one choose how many members a leader needs.
	 * @param options the names of its settings
	 */
	static boolean chooses(Set<String> options) {
		return options.contains(MINIMUM);
	}

}
