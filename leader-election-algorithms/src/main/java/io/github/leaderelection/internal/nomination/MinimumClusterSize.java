package io.github.leaderelection.internal.nomination;

import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * How many members a leader must hear, itself included, where an election does without a
 * majority: the source of such an election knows none. One is enough unless more are
 * asked for, and then each part of a partition has a leader.
 */
public final class MinimumClusterSize {

	/** The name of the option. */
	public static final String OPTION = "minimum-cluster-size";

	private static final Set<Promise> WITH_MAJORITY = Set.copyOf(EnumSet.complementOf(EnumSet.of(Promise.L2)));

	private static final Set<Promise> WITHOUT_MAJORITY = Set.copyOf(EnumSet.of(Promise.S4, Promise.L1));

	private MinimumClusterSize() {
	}

	/**
	 * The number that is set.
	 * @param settings the settings
	 * @return from one to the number of members
	 * @throws IllegalArgumentException if it cannot be used; the message names the
	 * option, the value and the remedy
	 */
	public static int of(ElectionSettings settings) {
		return settings.options().wholeNumber(OPTION, 1, 1, settings.members().size());
	}

	/**
	 * What is kept with the number that is set where a better member, or a larger group,
	 * takes leadership over, so that L2 is never kept; two groups below a majority may
	 * both have a leader.
	 * @param settings the settings
	 * @return the promises
	 * @throws IllegalArgumentException if the number cannot be used
	 */
	public static Set<Promise> promises(ElectionSettings settings) {
		return (of(settings) >= settings.quorum()) ? WITH_MAJORITY : WITHOUT_MAJORITY;
	}

}
