package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes of which the oldest leads, with a majority as the minimum.
 */
class EmergentIT extends AbstractElectionIT {

	EmergentIT() {
		super(ClusterSpec.ofThree("emergent")
			.with("leader-election.algorithm", "emergent")
			.with("leader-election.emergent.minimum-cluster-size", "2"));
	}

}
