package io.github.leaderelection.internal.transport.peer;

/**
 * Reports why dialling failed to the application's listeners on a circuit breaker. Never
 * thrown.
 */
final class DialFailedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	DialFailedException(String message) {
		super(message, null, false, false);
	}

}
