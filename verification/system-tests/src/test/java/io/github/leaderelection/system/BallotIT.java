package io.github.leaderelection.system;

/**
 * Processes that elect the one that saw the latest message of the last leader.
 */
class BallotIT extends AbstractElectionIT {

	BallotIT() {
		super("ballot", true);
	}

}
