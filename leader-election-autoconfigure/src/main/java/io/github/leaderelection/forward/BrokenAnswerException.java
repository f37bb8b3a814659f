package io.github.leaderelection.forward;

import java.io.IOException;

/**
 * The leader's answer broke off after the client had been sent its beginning.
 */
final class BrokenAnswerException extends IOException {

	private static final long serialVersionUID = 1L;

	BrokenAnswerException(String message, Throwable cause) {
		super(message, cause);
	}

}
