package io.github.leaderelection.internal.recordcodec;

/**
 * A source does not have the expected shape. The message gives the position and the
 * remedy.
 */
public class ShapeException extends RuntimeException {

	private static final long serialVersionUID = 1;

	protected ShapeException(String message) {
		super(message);
	}

	protected ShapeException(String message, Throwable cause) {
		super(message, cause);
	}

}
