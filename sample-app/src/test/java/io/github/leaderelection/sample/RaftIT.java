package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes that elect one that is at least as far as a majority; none is ahead here.
 */
class RaftIT extends AbstractElectionIT {

	RaftIT() {
		super(ClusterSpec.ofThree("raft").with("leader-election.algorithm", "raft"));
	}

}
