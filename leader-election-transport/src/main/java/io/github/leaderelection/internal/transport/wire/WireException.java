package io.github.leaderelection.internal.transport.wire;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A text that is not what it should be. The message says what was wrong and never repeats
 * more than a few characters of the text.
 */
public final class WireException extends Exception {

	private static final long serialVersionUID = 1L;

	/** How wrong the text is. */
	private final Kind kind;

	WireException(Kind kind, String message) {
		this(kind, message, null);
	}

	WireException(Kind kind, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.kind = Objects.requireNonNull(kind, "kind");
	}

	/**
	 * How wrong the text is.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * How wrong a text can be.
	 */
	public enum Kind {

		/** Not of the wire form. */
		MALFORMED,

		/** Longer than a frame may be. */
		TOO_LARGE,

		/**
		 * Of the wire form, but of a group or a message type this node has not: a node
		 * with other settings may send it.
		 */
		UNKNOWN

	}

}
