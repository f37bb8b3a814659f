package io.github.leaderelection.simulator.assignment.directed;

/**
 * Ends a scenario in which a promise is broken.
 */
final class BrokenRule extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BrokenRule(String message) {
		super(message);
	}

}
