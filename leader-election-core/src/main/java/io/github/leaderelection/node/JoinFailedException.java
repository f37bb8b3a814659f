package io.github.leaderelection.node;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by the start of a node that could not join a group and must not start without
 * it. The message says why, and what helps. The node is closed.
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
