package io.github.leaderelection.internal.forward.message;

import java.io.IOException;

/**
 * Thrown if the client disconnected or stopped sending.
 */
public final class ClientGoneException extends IOException {

	private static final long serialVersionUID = 1L;

	public ClientGoneException(IOException cause) {
		super("The client of a forwarded request is gone: " + cause.getMessage(), cause);
	}

}
