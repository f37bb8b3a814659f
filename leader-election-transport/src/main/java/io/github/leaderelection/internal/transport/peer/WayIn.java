package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.Nullable;

/**
 * On which connection a member is heard: the one on which it said last that it speaks
 * there. What arrives on any other is late, and dropped. Written under a lock.
 */
final class WayIn {

	private volatile @Nullable Link link;

	private long incarnation;

	private long turn;

	@Nullable Link link() {
		return this.link;
	}

	/**
	 * The member says that it speaks on a connection from here on.
	 * @param newTurn higher than before, or it is late
	 * @return whether it is heard there from now on
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
