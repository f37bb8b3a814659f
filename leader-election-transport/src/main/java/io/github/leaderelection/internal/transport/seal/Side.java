package io.github.leaderelection.internal.transport.seal;

/**
 * A side of a connection.
 */
public enum Side {

	/** It dialled. */
	DIALLER,

	/** It was dialled. */
	ACCEPTOR;

	/**
	 * The other one.
	 * @return the other side
	 */
	public Side other() {
		return (this == DIALLER) ? ACCEPTOR : DIALLER;
	}

}
