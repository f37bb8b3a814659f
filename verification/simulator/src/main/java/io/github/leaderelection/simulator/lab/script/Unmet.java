package io.github.leaderelection.simulator.lab.script;

/**
 * Something a scenario expects has not come about.
 */
final class Unmet extends RuntimeException {

	private static final long serialVersionUID = 1L;

	Unmet(String what) {
		super(what);
	}

}
