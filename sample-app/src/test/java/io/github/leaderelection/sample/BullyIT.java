package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes that elect the one with the highest id, of a majority.
 */
class BullyIT extends AbstractElectionIT {

	BullyIT() {
		super(ClusterSpec.ofThree("bully")
			.with("leader-election.algorithm", "bully")
			.with("leader-election.bully.minimum-cluster-size", "2"));
	}

}
