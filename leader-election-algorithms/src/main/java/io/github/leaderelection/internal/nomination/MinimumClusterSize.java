package io.github.leaderelection.internal.nomination;

import java.util.EnumSet;
import java.util.Set;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionSettings;

/**
 * The number of members that a leader must hear, itself included, in elections that do
 * not need a majority. The published algorithms do not have such a number. The default is
 * one, so each part of a partition has its own leader.
 */
public final class MinimumClusterSize {

	/** The name of the option. */
	public static final String OPTION = "minimum-cluster-size";

	private static final Set<Promise> WITH_MAJORITY = Set.copyOf(EnumSet.complementOf(EnumSet.of(Promise.L2)));

	private static final Set<Promise> WITHOUT_MAJORITY = Set.copyOf(EnumSet.of(Promise.S4, Promise.L1));

	private MinimumClusterSize() {
	}

	/**
	 * The configured number, from one to the number of members.
	 * @throws IllegalArgumentException for an invalid number; the message names the
	 * option, the value and the remedy
	 */
	public static int of(ElectionSettings settings) {
		return settings.options().wholeNumber(OPTION, 1, 1, settings.members().size());
	}

	/**
	 * The promises of an election in which a better member or a larger group takes over.
	 * It never keeps L2. Below a majority two groups may each have a leader.
	 * @throws IllegalArgumentException for an invalid number
	 */
	public static Set<Promise> promises(ElectionSettings settings) {
		return (of(settings) >= settings.quorum()) ? WITH_MAJORITY : WITHOUT_MAJORITY;
	}

}
