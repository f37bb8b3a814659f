package io.github.leaderelection.internal.transport.seal;

/**
 * What arrived is not what the other side says next. The message repeats nothing of it.
 */
public final class SealException extends Exception {

	private static final long serialVersionUID = 1L;

	/** What is wrong. */
	private final Kind kind;

	SealException(Kind kind, String message) {
		super(message);
		this.kind = kind;
	}

	/**
	 * What is wrong.
	 * @return the kind
	 */
	public Kind kind() {
		return this.kind;
	}

	/**
	 * What can be wrong.
	 */
	public enum Kind {

		/** The other side did not seal it. */
		FORGED,

		/** The other side sealed it, but it was opened before or overtook another. */
		OUT_OF_TURN

	}

}
