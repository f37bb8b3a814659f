package io.github.leaderelection.internal.store.kubernetes;

/**
 * An answer of the API server from which nobody knows what became of a request.
 */
final class UnclearAnswerException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnclearAnswerException(String message) {
		super(message);
	}

}
