package io.github.leaderelection.spi;

import org.jspecify.annotations.Nullable;

/**
 * A ballot store cannot be opened. The message gives the problem, the file or value, and
 * the remedy. The node must not vote before the problem is solved.
 */
public final class BallotStoreException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates an exception.
	 * @param message the problem, the value and the remedy
	 */
	public BallotStoreException(String message) {
		super(message);
	}

	/**
	 * Creates an exception with a cause.
	 * @param message the problem, the value and the remedy
	 * @param cause the cause, or null
	 */
	public BallotStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
