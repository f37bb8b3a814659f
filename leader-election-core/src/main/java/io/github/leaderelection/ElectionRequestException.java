package io.github.leaderelection;

/**
 * A refused request to the election, such as to resign. The message gives the reason and
 * the remedy.
 */
public final class ElectionRequestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates an exception.
	 * @param message the reason and the remedy
	 */
	public ElectionRequestException(String message) {
		super(message);
	}

}
