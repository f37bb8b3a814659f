package io.github.leaderelection.internal.transport.wire;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A text that cannot be read. The message says why and repeats at most a few characters
 * of the text.
 */
public final class WireException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	WireException(Kind kind, String message) {
		this(kind, message, null);
	}

	WireException(Kind kind, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.kind = Objects.requireNonNull(kind, "kind");
	}

	public Kind kind() {
		return this.kind;
	}

	/**
	 * The kinds of errors in a text.
	 */
	public enum Kind {

		/** The text does not have the wire form. */
		MALFORMED,

		/** The text is too long for a frame. */
		TOO_LARGE,

		/**
		 * The text has the wire form, but an unknown group or message type. A node with
		 * other settings may send such a text.
		 */
		UNKNOWN,

		/**
		 * The text is a message of an extension that the group does not have here. It is
		 * no error.
		 */
		NOT_MEANT

	}

}
