package io.github.leaderelection.internal.shape;

/**
 * What is read is not of the shape it should have. The message says where and what helps.
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
