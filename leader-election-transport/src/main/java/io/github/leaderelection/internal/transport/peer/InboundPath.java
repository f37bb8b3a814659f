package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.Nullable;

/**
 * The connection on which a member sends: the one that it announced last. Messages on any
 * other connection are late and dropped. Written under a lock.
 */
final class InboundPath {

	private volatile @Nullable Link link;

	private long incarnation;

	private long turn;

	@Nullable Link link() {
		return this.link;
	}

	/**
	 * Records that the member sends on a connection from now on.
	 * @param newTurn the turn of the announcement, late unless higher than the previous
	 * one
	 * @return whether the connection is the inbound one from now on
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
	 * Reports that a connection ended.
	 * @return whether it was the inbound connection
	 */
	boolean lost(Link ended) {
		if (this.link != ended) {
			return false;
		}
		this.link = null;
		return true;
	}

}
