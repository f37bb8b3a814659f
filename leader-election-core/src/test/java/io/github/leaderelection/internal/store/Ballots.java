package io.github.leaderelection.internal.store;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Ballot;

/**
 * Ballots for tests.
 */
final class Ballots {

	static final String CLUSTER = "default";

	static final NodeId NODE = NodeId.of("a");

	static final String GROUP = "orders";

	private Ballots() {
	}

	/** A ballot whose every field depends on the term. */
	static Ballot ofTerm(long term) {
		return new Ballot("identity-" + term, term % 2 == 0, term, new Ballot.Vote(NodeId.of("node-" + term), ~term),
				term / 2, 1_000_000 + term, 1.0 / (term + 2), term % 3 == 0);
	}

	static FileBallotStore over(StateFile file) {
		return FileBallotStore.over(file, "simulated", CLUSTER, NODE, GROUP);
	}

}
