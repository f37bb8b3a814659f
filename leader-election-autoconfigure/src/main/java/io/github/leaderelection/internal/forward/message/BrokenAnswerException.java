package io.github.leaderelection.internal.forward.message;

import java.io.IOException;

import jakarta.servlet.ServletRequest;

/**
 * The leader's answer broke off after the client had been sent its beginning.
 */
public final class BrokenAnswerException extends IOException {

	private static final long serialVersionUID = 1L;

	private static final String ATTRIBUTE = BrokenAnswerException.class.getName();

	BrokenAnswerException(String message, Throwable cause) {
		super(message, cause);
	}

	/** Nothing may be written to the client any more. */
	public void mark(ServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	/** Whether the answer to a request broke off. */
	public static boolean isMarked(ServletRequest request) {
		return request.getAttribute(ATTRIBUTE) != null;
	}

}
