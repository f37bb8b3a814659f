package io.github.leaderelection.internal.trace;

import io.github.leaderelection.internal.recordcodec.ShapeException;

/**
 * A trace cannot be read. The message gives the line, the problem and the remedy.
 */
public final class TraceException extends ShapeException {

	private static final long serialVersionUID = 1;

	public TraceException(String message) {
		super(message);
	}

}
