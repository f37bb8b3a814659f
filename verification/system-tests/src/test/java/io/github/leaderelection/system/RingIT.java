package io.github.leaderelection.system;

/**
 * Processes that elect the one whose id comes home on the ring, in each part of a divided
 * network.
 */
class RingIT extends AbstractElectionIT {

	RingIT() {
		super("ring", false);
	}

}
