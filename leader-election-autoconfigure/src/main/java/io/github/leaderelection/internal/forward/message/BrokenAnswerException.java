package io.github.leaderelection.internal.forward.message;

import java.io.IOException;

import jakarta.servlet.ServletRequest;

/**
 * The leader's answer ended prematurely after its beginning was sent to the client.
 */
public final class BrokenAnswerException extends IOException {

	private static final long serialVersionUID = 1L;

	private static final String ATTRIBUTE = BrokenAnswerException.class.getName();

	BrokenAnswerException(String message, Throwable cause) {
		super(message, cause);
	}

	/**
	 * Names no cause and repeats none. WebFlux takes some causes, and some words, for a
	 * client that has gone, and would then end half an answer as if it were whole.
	 */
	public BrokenAnswerException() {
		super("The leader did not complete its answer");
	}

	/** Marks a request: nothing more may be written to its client. */
	public void mark(ServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	/** Whether a request is marked. */
	public static boolean isMarked(ServletRequest request) {
		return request.getAttribute(ATTRIBUTE) != null;
	}

}
