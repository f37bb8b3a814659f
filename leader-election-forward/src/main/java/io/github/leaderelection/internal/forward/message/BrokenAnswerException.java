package io.github.leaderelection.internal.forward.message;

import java.io.IOException;

import jakarta.servlet.ServletRequest;

/**
 * Thrown if the leader's answer ends prematurely.
 */
public final class BrokenAnswerException extends IOException {

	private static final long serialVersionUID = 1L;

	private static final String ATTRIBUTE = BrokenAnswerException.class.getName();

	BrokenAnswerException(String message, Throwable cause) {
		super(message, cause);
	}

	/**
	 * Creates an exception without the cause or its message. WebFlux interprets some
	 * causes and words as a disconnected client. It would then end a partial answer as if
	 * it were complete.
	 */
	public BrokenAnswerException() {
		super("The leader did not complete its answer");
	}

	/** Marks a request, so that nothing more is written to its client. */
	public void mark(ServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	/** Whether a request is marked. */
	public static boolean isMarked(ServletRequest request) {
		return request.getAttribute(ATTRIBUTE) != null;
	}

}
