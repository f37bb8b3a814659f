package io.github.leaderelection.internal.transport.seal;

/**
 * Reports a text that is not the next one of the other side. The message repeats nothing
 * of the text.
 */
public final class SealException extends Exception {

	private static final long serialVersionUID = 1L;

	private final Kind kind;

	SealException(Kind kind, String message) {
		super(message);
		this.kind = kind;
	}

	public Kind kind() {
		return this.kind;
	}

	/**
	 * The error in the text.
	 */
	public enum Kind {

		/** The other side did not seal the text. */
		FORGED,

		/**
		 * The other side sealed the text, but it was opened before or overtook another
		 * one.
		 */
		OUT_OF_TURN

	}

}
