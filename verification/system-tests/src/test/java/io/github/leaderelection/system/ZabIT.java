package io.github.leaderelection.system;

/**
 * Processes that elect the furthest that a majority votes for, or else the highest id.
 */
class ZabIT extends AbstractElectionIT {

	ZabIT() {
		super("zab", true);
	}

}
