package io.github.leaderelection.internal.forward;

import java.io.IOException;

import jakarta.servlet.ServletRequest;

/**
 * The leader's answer broke off after the client had been sent its beginning.
 */
final class BrokenAnswerException extends IOException {

	private static final long serialVersionUID = 1L;

	private static final String ATTRIBUTE = BrokenAnswerException.class.getName();

	BrokenAnswerException(String message, Throwable cause) {
		super(message, cause);
	}

	/** Nothing may be written to the client any more. */
	void mark(ServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	/** Whether the answer to a request broke off. */
	static boolean isMarked(ServletRequest request) {
		return request.getAttribute(ATTRIBUTE) != null;
	}

}
