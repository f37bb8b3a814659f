package io.github.leaderelection.simulator.lease;

/**
 * Ends a run in which a promise is broken.
 */
final class BrokenPromise extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BrokenPromise(String message) {
		super(message);
	}

}
