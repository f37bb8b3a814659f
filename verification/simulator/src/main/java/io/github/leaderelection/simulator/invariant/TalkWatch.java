package io.github.leaderelection.simulator.invariant;

import java.util.Collection;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * How much is said in elections: scouting, proposals, and all that an election says of
 * its own but heartbeats. Whatever an election calls its rounds, laps or ballots, there
 * is none in which nothing is said.
 */
final class TalkWatch {

	private final long[][] said;

	TalkWatch(int size) {
		this.said = new long[size][size];
	}

	void leaving(Algorithm algorithm, int from, int to, ElectionMessage message) {
		QuorumMessage carried = algorithm.carried(message);
		if (isTalk(message, carried)) {
			this.said[from][to]++;
		}
	}

	private static boolean isTalk(ElectionMessage message, @Nullable QuorumMessage carried) {
		return (carried != null) ? carried instanceof ScoutingRequest || carried instanceof ElectionProposal
				: !message.isRepeated();
	}

	/**
	 * How much some machines have said to each other.
	 */
	long among(Collection<Integer> machines) {
		long sum = 0;
		for (int from : machines) {
			for (int to : machines) {
				sum += this.said[from][to];
			}
		}
		return sum;
	}

}
