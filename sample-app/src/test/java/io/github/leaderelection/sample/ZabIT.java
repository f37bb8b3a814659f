package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes that elect the furthest that a majority votes for, or else the highest id.
 */
class ZabIT extends AbstractElectionIT {

	ZabIT() {
		super(ClusterSpec.ofThree("zab").with("leader-election.algorithm", "zab"));
	}

}
