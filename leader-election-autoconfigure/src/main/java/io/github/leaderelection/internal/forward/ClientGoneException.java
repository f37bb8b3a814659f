package io.github.leaderelection.internal.forward;

import java.io.IOException;

/**
 * The client went away, or stopped sending.
 */
final class ClientGoneException extends IOException {

	private static final long serialVersionUID = 1L;

	ClientGoneException(IOException cause) {
		super("The client of a forwarded request is gone: " + cause.getMessage(), cause);
	}

}
