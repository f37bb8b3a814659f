package io.github.leaderelection.spi;

import org.jspecify.annotations.Nullable;

/**
 * A ballot store that cannot be opened. The message says what is wrong, names the file or
 * value, and says what helps. The node must not vote until it is resolved.
 */
public final class BallotStoreException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Says what is wrong.
	 * @param message what is wrong, the value, and the remedy
	 */
	public BallotStoreException(String message) {
		super(message);
	}

	/**
	 * Says what is wrong, and from what it came.
	 * @param message what is wrong, the value, and the remedy
	 * @param cause what it came from, or null
	 */
	public BallotStoreException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
