package io.github.leaderelection.internal.transport.seal;

/**
 * A side of a connection.
 */
public enum Side {

	/** The side that dialled. */
	DIALLER,

	/** The side that was dialled. */
	ACCEPTOR;

	public Side other() {
		return (this == DIALLER) ? ACCEPTOR : DIALLER;
	}

}
