package io.github.leaderelection.internal.transport.wire;

import io.github.leaderelection.internal.recordcodec.ShapeException;

/**
 * Carries a {@link WireException} out of a shape.
 */
final class UnreadableException extends ShapeException {

	private static final long serialVersionUID = 1L;

	private final WireException reason;

	UnreadableException(WireException reason) {
		super(String.valueOf(reason.getMessage()), reason);
		this.reason = reason;
	}

	WireException reason() {
		return this.reason;
	}

}
