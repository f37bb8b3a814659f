package io.github.leaderelection.system;

/**
 * Processes of which the oldest leads, in each part of a divided network.
 */
class EmergentIT extends AbstractElectionIT {

	EmergentIT() {
		super("emergent", false);
	}

}
