package io.github.leaderelection.node;

import org.jspecify.annotations.Nullable;

/**
 * A node that was not let into its group and was told not to start without. The message
 * says whom it asked, and what helps. The node is closed.
 */
public final class JoinFailedException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	JoinFailedException(String message) {
		super(message);
	}

	JoinFailedException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
