package io.github.leaderelection.internal.trace;

import io.github.leaderelection.internal.shape.ShapeException;

/**
 * A trace cannot be read. The message names the line, what is wrong there and what helps.
 */
public final class TraceException extends ShapeException {

	private static final long serialVersionUID = 1;

	public TraceException(String message) {
		super(message);
	}

}
