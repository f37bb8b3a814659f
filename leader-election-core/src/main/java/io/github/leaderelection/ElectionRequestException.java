package io.github.leaderelection;

/**
 * A request to resign or to hand over that was refused. The message says why and what
 * helps.
 */
public final class ElectionRequestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Says why.
	 * @param message the reason and the remedy
	 */
	public ElectionRequestException(String message) {
		super(message);
	}

}
