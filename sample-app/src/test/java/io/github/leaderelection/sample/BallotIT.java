package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes that elect the one that saw the latest message of the last leader.
 */
class BallotIT extends AbstractElectionIT {

	BallotIT() {
		super(ClusterSpec.ofThree("ballot").with("leader-election.algorithm", "ballot"));
	}

}
