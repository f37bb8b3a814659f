package io.github.leaderelection.simulator.explorer.bounds;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * An adversary in place of the nomination of an election in two layers. Whatever a
 * nomination can do to the election below it, this one may do at any time: have its node
 * stand, give way, hand leadership over, refuse a vote that is asked of it, and lose,
 * delay or repeat messages. So one search stands for every nomination over an election
 * with the same minimum.
 *
 * @param algorithm whose election below is searched
 * @param minimum how many members a leader needs, where that can be chosen; 0 for more
 * than half of them
 * @param givesWay how often at most a leader is made to give way
 * @param handsOver how often at most a leader is made to hand over
 */
public record AnyNomination(String algorithm, int minimum, int givesWay, int handsOver) {

	/** No nomination: the quorum election alone. */
	public static final AnyNomination NONE = new AnyNomination(Algorithm.DEFAULT, 0, 0, 0);

	private static final int MOST = 15;

	/**
	 * Checks the ranges.
	 * @throws IllegalArgumentException if one is not kept; the message names the value
	 * and the remedy
	 */
	public AnyNomination {
		Algorithm.named(algorithm);
		if (minimum < 0) {
			throw new IllegalArgumentException("The minimum " + minimum + " is too small: it is at least 0");
		}
		if (Math.min(givesWay, handsOver) < 0 || Math.max(givesWay, handsOver) > MOST) {
			throw new IllegalArgumentException("The number of times to give way, " + givesWay + ", or to hand over, "
					+ handsOver + ", is not between 0 and " + MOST);
		}
	}

	/** Whether there is a nomination. */
	public boolean isOne() {
		return !this.algorithm.equals(NONE.algorithm);
	}

	/** The election below the nomination, as it is shipped. */
	public ElectionProtocol<QuorumState, QuorumMessage> electionBelow() {
		AtomicReference<@Nullable ElectionProtocol<QuorumState, QuorumMessage>> below = new AtomicReference<>();
		Algorithm.named(this.algorithm).protocol((election) -> {
			below.set(election);
			return election;
		});
		return Objects.requireNonNull(below.get());
	}

	/**
	 * The settings of a node.
	 * @param plain those without a nomination
	 * @return the settings, with the minimum where the algorithm goes by one
	 */
	public ElectionSettings settings(ElectionSettings plain) {
		if (!Algorithm.named(this.algorithm).options().contains(MinimumClusterSize.OPTION)) {
			return plain;
		}
		int least = (this.minimum > 0) ? this.minimum : plain.quorum();
		return plain.withOptions(
				AlgorithmOptions.of(this.algorithm, Map.of(MinimumClusterSize.OPTION, Integer.toString(least))));
	}

}
