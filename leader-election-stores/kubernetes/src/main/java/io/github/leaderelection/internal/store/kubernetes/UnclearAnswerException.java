package io.github.leaderelection.internal.store.kubernetes;

/**
 * Thrown for an answer of the API server that leaves the outcome of a request open.
 */
final class UnclearAnswerException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnclearAnswerException(String message) {
		super(message);
	}

}
