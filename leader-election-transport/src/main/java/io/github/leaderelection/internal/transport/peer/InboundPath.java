package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.Nullable;

/**
 * The connection on which a member is heard: the one it announced last. Messages on any
 * other are late and dropped. Written under a lock.
 */
final class InboundPath {

	private volatile @Nullable Link link;

	private long incarnation;

	private long turn;

	@Nullable Link link() {
		return this.link;
	}

	/**
	 * The member announces that it sends on a connection from now on.
	 * @param newTurn late unless higher than the previous one
	 * @return whether the member is heard there from now on
	 */
	boolean speaking(Link on, long newTurn) {
		long process = on.authenticatedPeer().incarnation();
		if (process == this.incarnation && newTurn <= this.turn) {
			return false;
		}
		this.incarnation = process;
		this.turn = newTurn;
		this.link = on;
		return true;
	}

	/**
	 * A connection ended.
	 * @return whether the member was heard on it
	 */
	boolean lost(Link ended) {
		if (this.link != ended) {
			return false;
		}
		this.link = null;
		return true;
	}

}
