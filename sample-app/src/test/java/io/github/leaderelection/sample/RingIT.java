package io.github.leaderelection.sample;

import io.github.leaderelection.sample.cluster.ClusterSpec;

/**
 * Processes that elect the one whose id comes home on the ring, of a majority.
 */
class RingIT extends AbstractElectionIT {

	RingIT() {
		super(ClusterSpec.ofThree("ring")
			.with("leader-election.algorithm", "ring")
			.with("leader-election.ring.minimum-cluster-size", "2"));
	}

}
