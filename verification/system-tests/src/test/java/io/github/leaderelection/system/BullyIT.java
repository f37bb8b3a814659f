package io.github.leaderelection.system;

/**
 * Processes that elect the one with the highest id, in each part of a divided network.
 */
class BullyIT extends AbstractElectionIT {

	BullyIT() {
		super("bully", false);
	}

}
