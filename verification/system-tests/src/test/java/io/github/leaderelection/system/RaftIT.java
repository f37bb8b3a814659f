package io.github.leaderelection.system;

/**
 * Processes that elect one that is at least as far as a majority; none is ahead here.
 */
class RaftIT extends AbstractElectionIT {

	RaftIT() {
		super("raft", true);
	}

}
